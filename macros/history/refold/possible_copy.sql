{#-
    Reason `possible_copy`: the event has an identity, and the row has had events of its time and number or later, of which it may be a copy. A condition on an arrival that meets a state (see
    `rows_to_fold`).
-#}
{% macro possible_copy() -%}
    identity is not null and state.last_identity >= struct(committed_at, sequence_number)
{%- endmacro %}
