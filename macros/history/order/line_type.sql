{#- Type of what a row, or a table that statements empty, keeps of a line: its last event there, with its mark (see `line_of_state`). -#}
{% macro line_type() -%}
    struct<cluster: string, topic: string, partition: int, incarnation: int, offset: bigint, row_index: int, mark: {{ rosetta_cdc.mark_type() }}>
{%- endmacro %}
