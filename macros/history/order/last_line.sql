{#- Aggregate: of the column line, made by `line_of_state` for events of one line, that of the last event. -#}
{% macro last_line() -%}
    max(line)
{%- endmacro %}
