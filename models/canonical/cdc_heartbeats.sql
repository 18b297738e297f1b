with

events as (
    select * from {{ ref('cdc_events') }}
)

select
    event_id,
    kafka_cluster,
    kafka_topic,
    kafka_topic_incarnation,
    kafka_partition,
    kafka_offset,
    row_index,
    kafka_timestamp,
    source_name,
    source_format,
    format_basis,
    source_op,
    committed_at,
    read_at,
    produced_at,
    source_position,
    source_metadata,
    landing_id,
    landed_at,
    landed_date,
    load_id,
    loaded_at
from events
where event_kind = 'heartbeat'
