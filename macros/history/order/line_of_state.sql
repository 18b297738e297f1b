{#- A row's last event in a line with its mark: `line_type`; which is the last of one line says `last_line`. Needs mark and the columns of the Kafka record. -#}
{% macro line_of_state() -%}
    cast(struct({{ rosetta_cdc.line_columns() }}, {{ rosetta_cdc.position_columns() }}, mark) as {{ rosetta_cdc.line_type() }})
{%- endmacro %}
