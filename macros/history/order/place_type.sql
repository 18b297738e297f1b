{#- Type of an event's place in the order of its row: own time where the source is ordered by `commit_time`, the mark, then line and position in it. -#}
{% macro place_type() -%}
    struct<
        time: timestamp, mark: {{ rosetta_cdc.mark_type() }}, cluster: string, topic: string, partition: int, incarnation: int, offset: bigint, row_index: int
    >
{%- endmacro %}
