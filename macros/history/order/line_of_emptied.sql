{#- A line of `emptied_lines` as one that a row keeps: `line_type`. line: the line. -#}
{% macro line_of_emptied(line) -%}
    cast(struct(
            {{ line }}.cluster, {{ line }}.topic, {{ line }}.partition, {{ line }}.incarnation, {{ line }}.offset, {{ line }}.row_index, {{ line }}.mark
        ) as {{ rosetta_cdc.line_type() }})
{%- endmacro %}
