{#-
    Rows for raw.trimmed_offset_ranges: the offsets of the trimmable records, as ranges without a gap, each of one landing. An offset that raw does not
    hold is in none of them, so that its record can still land.
    records: query of `trimmable_records`. Renders a query.
-#}
{% macro offset_islands(records) -%}
    select
        kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition,
        min(kafka_offset) as from_offset,
        max(kafka_offset) + 1 as until_offset,
        landing_id,
        {{ rosetta_cdc.run_time() }} as trimmed_at
    from (
        select
            *,
            kafka_offset - row_number() over (
                partition by kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, landing_id order by kafka_offset
            ) as island
        from ({{ records }})
        where is_trimmable
    )
    group by kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, landing_id, island
{%- endmacro %}
