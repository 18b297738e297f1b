{#- A row's last event in a line with its mark: `line_type`; of one line the greatest is the last. Needs mark and the columns of the Kafka record. -#}
{% macro line_of_state() -%}
    cast(struct({{ line_columns() }}, {{ line_position() }}, mark) as {{ line_type() }})
{%- endmacro %}
