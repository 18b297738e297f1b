{#- A row's last event in a line with its mark: `line_type`; which is the last of one line says `last_line`. Needs mark and the columns of the Kafka record. -#}
{% macro line_of_state() -%}
    cast(struct({{ line_columns() }}, {{ position_columns() }}, mark) as {{ line_type() }})
{%- endmacro %}
