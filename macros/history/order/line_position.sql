{#-
    What orders the events of a line, which decides there unless the source is ordered by `commit_time`: to stand in an `order by`, or as one value in a struct, of which the greater is the later. That of a line that is kept is told by
    `kept_position`. prefix: alias and dot of the columns, if any.
-#}
{% macro line_position(prefix='') -%}
    {{ rosetta_cdc.position_columns(prefix) }}
{%- endmacro %}
