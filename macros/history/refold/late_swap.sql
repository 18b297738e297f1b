{#-
    Reason `late_swap`: the event belongs to the transaction in which another row came onto the row's key (see `place_swaps`). A condition on an arrival that meets a state (see `rows_to_fold`).
-#}
{% macro late_swap() -%}
    transaction_key = state.swapped_in
{%- endmacro %}
