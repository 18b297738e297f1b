{#-
    Reason `late_place`: the event has its place before the row's last one, in the order of the row or in its line. A condition on an arrival that meets a state (see `rows_to_fold`).
    Where the row has not been met in the line, carrier is null, and its position, of nulls, is lower than any.
-#}
{% macro late_place() -%}
    place <= state.last_place or position <= {{ rosetta_cdc.kept_position('carrier') }}
{%- endmacro %}
