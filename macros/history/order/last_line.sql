{#- Aggregate: of the column line, made by `line_of_state` for events of one line, that of the last event. A line has the columns of the position in their order, so the greatest is the last. -#}
{% macro last_line() -%}
    max(line)
{%- endmacro %}
