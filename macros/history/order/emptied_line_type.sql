{#- Type of an element of the lines of `emptied_lines`: that of `line_type`, and the latest own time of the statements in the line. -#}
{% macro emptied_line_type() -%}
    struct<
        cluster: string, topic: string, partition: int, incarnation: int, offset: bigint, row_index: int, mark: {{ rosetta_cdc.mark_type() }}, order_time: timestamp
    >
{%- endmacro %}
