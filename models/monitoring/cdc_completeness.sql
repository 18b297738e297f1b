{% set keys = ['kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition'] %}

with

counts as (
    select * from {{ ref('hourly_counts') }}
),

offset_ranges as (
    select distinct
        {{ keys | join(', ') }},
        kind,
        from_offset,
        until_offset,
        records,
        reason
    from {{ source('raw', 'kafka_offset_ranges') }}
),

kafka_partitions as (
    select
        {{ keys | join(', ') }},
        min(first_offset) as first_offset,
        max(last_offset) as last_offset,
        sum(record_count) as record_count,
        max(last_kafka_timestamp) as last_kafka_timestamp
    from (
        select
            {{ keys | join(', ') }},
            first_offset,
            last_offset,
            record_count,
            last_kafka_timestamp
        from counts
        union all
        -- A partition whose records Kafka deleted before any of them landed.
        select
            {{ keys | join(', ') }},
            null as first_offset,
            null as last_offset,
            0 as record_count,
            null as last_kafka_timestamp
        from offset_ranges
        where kind = 'lost'
    )
    group by {{ keys | join(', ') }}
),

clipped_ranges as (
    select
        offset_ranges.*,
        greatest(
            least(offset_ranges.until_offset, kafka_partitions.last_offset + 1) - greatest(offset_ranges.from_offset, kafka_partitions.first_offset), 0
        ) as offsets_inside
    from offset_ranges
    inner join kafka_partitions using ({{ keys | join(', ') }})
),

-- Offsets without a record, as a compacted topic or one with transactions has them, are none that are missing.
explained as (
    select
        {{ keys | join(', ') }},
        sum(case when kind = 'read' then greatest(offsets_inside - records, 0) else 0 end) as empty_offsets,
        sum(case when kind = 'lost' then offsets_inside else 0 end) as lost_offsets_inside,
        sum(case when kind = 'lost' then until_offset - from_offset else 0 end) as lost_offsets,
        coalesce(bool_or(kind = 'lost' and reason = 'topic_deleted'), false) as was_deleted_too_early
    from clipped_ranges
    group by {{ keys | join(', ') }}
)

select
    {{ keys | join(', ') }},
    kafka_partitions.first_offset,
    kafka_partitions.last_offset,
    kafka_partitions.record_count,
    kafka_partitions.last_kafka_timestamp,
    coalesce(explained.empty_offsets, 0) as empty_offsets,
    coalesce(explained.lost_offsets, 0) as lost_offsets,
    coalesce(explained.was_deleted_too_early, false) as was_deleted_too_early,
    coalesce(greatest(
        kafka_partitions.last_offset - kafka_partitions.first_offset + 1 - kafka_partitions.record_count
        - coalesce(explained.empty_offsets + explained.lost_offsets_inside, 0), 0
    ), 0) as missing_offsets
from kafka_partitions
left join explained using ({{ keys | join(', ') }})
