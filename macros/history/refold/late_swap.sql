{#-
    Reason `late_swap`: the event belongs to the transaction in which a row last came onto the key, so that it may be one of two that meet there, or be sent again (see `place_swaps`). A condition on an arrival that meets a state (see `rows_to_fold`).
-#}
{% macro late_swap() -%}
    transaction_key = state.arrived_in
{%- endmacro %}
