-- Guards cdc_events: a landing that a run has read is in the table with as many records as in raw, and one that is in raw for longer than a
-- run takes is in the table. Both sides count distinct records, raw's with those that scripts/maintain took out. Returns a row a landing.
-- A landing younger than the newest event's load may still wait.
with

read_until as (
    select max(loaded_at) as loaded_at
    from {{ ref('cdc_events') }}
),

kept as (
    select
        landing_id,
        count(*) as records,
        max(landed_at) as landed_at
    from {{ source('raw', 'kafka_messages') }}
    group by landing_id
),

trimmed as (
    select
        landing_id,
        sum(until_offset - from_offset) as records
    from (
        select distinct * except (trimmed_at)
        from {{ source('raw', 'trimmed_offset_ranges') }}
    )
    group by landing_id
),

landed as (
    select
        kept.landing_id,
        kept.records + coalesce(trimmed.records, 0) as records,
        kept.landed_at
    from kept
    left join trimmed on kept.landing_id = trimmed.landing_id
),

loaded as (
    select
        landing_id,
        count(distinct kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset) as records
    from {{ ref('cdc_events') }}
    group by landing_id
)

select
    landed.landing_id,
    landed.records as records_in_raw,
    coalesce(loaded.records, 0) as records_in_events
from landed
left join loaded on landed.landing_id = loaded.landing_id
cross join read_until
where
    coalesce(loaded.records, 0) <> landed.records
    and (loaded.records is not null or landed.landed_at < read_until.loaded_at - interval 1 hour)
