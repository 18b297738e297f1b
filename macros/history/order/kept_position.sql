{#- The position of the last event of a line that a row or a table keeps (`line_type`), to be compared with the struct of `line_position`. line: the line. -#}
{% macro kept_position(line) -%}
    struct({{ line }}.incarnation, {{ line }}.offset, {{ line }}.row_index)
{%- endmacro %}
