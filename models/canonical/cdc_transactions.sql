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
    transaction_id,
    transaction_order,
    committed_at,
    committed_at_basis,
    read_at,
    produced_at,
    source_position,
    sequence_number,
    source_metadata,
    landing_id,
    landed_at,
    landed_date,
    load_id,
    loaded_at
from events
where event_kind = 'transaction'
