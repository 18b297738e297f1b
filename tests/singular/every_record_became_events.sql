-- Guards cdc_events: nothing is lost, nothing invented. Every Kafka record of raw whose landing has been read has events, and every event
-- has its record, unless scripts/maintain took that out of raw. Returns a row a record.
-- Landings that no run has read yet are left out: a test may run beside a landing.
with

events as (
    select distinct
        kafka_cluster,
        kafka_topic,
        kafka_topic_incarnation,
        kafka_partition,
        kafka_offset,
        landing_id
    from {{ ref('cdc_events') }}
),

records as (
    select
        messages.kafka_cluster,
        messages.kafka_topic,
        messages.kafka_topic_incarnation,
        messages.kafka_partition,
        messages.kafka_offset,
        messages.landing_id
    from {{ source('raw', 'kafka_messages') }} as messages
    left semi join events on messages.landing_id = events.landing_id
)

select
    coalesce(records.kafka_cluster, events.kafka_cluster) as kafka_cluster,
    coalesce(records.kafka_topic, events.kafka_topic) as kafka_topic,
    coalesce(records.kafka_topic_incarnation, events.kafka_topic_incarnation) as kafka_topic_incarnation,
    coalesce(records.kafka_partition, events.kafka_partition) as kafka_partition,
    coalesce(records.kafka_offset, events.kafka_offset) as kafka_offset,
    case when events.landing_id is null then 'record without events' else 'events without a record' end as problem
from records
full outer join events
    on
        records.kafka_cluster = events.kafka_cluster
        and records.kafka_topic = events.kafka_topic
        and records.kafka_topic_incarnation = events.kafka_topic_incarnation
        and records.kafka_partition = events.kafka_partition
        and records.kafka_offset = events.kafka_offset
        and records.landing_id = events.landing_id
left anti join {{ source('raw', 'trimmed_offset_ranges') }} as trimmed
    on
        events.kafka_cluster = trimmed.kafka_cluster
        and events.kafka_topic = trimmed.kafka_topic
        and events.kafka_topic_incarnation = trimmed.kafka_topic_incarnation
        and events.kafka_partition = trimmed.kafka_partition
        and events.landing_id = trimmed.landing_id
        and events.kafka_offset >= trimmed.from_offset
        and events.kafka_offset < trimmed.until_offset
where records.landing_id is null or events.landing_id is null
