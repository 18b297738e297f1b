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
    database_name,
    schema_name,
    table_name,
    table_id,
    event_kind,
    source_op,
    ddl_text,
    committed_at,
    committed_at_basis,
    produced_at,
    source_position,
    sequence_number,
    transaction_id,
    source_metadata,
    landing_id,
    landed_at,
    landed_date,
    load_id,
    loaded_at
from events
where event_kind in ('ddl', 'truncate')
