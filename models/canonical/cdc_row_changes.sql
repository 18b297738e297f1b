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
    rows_in_record,
    source_name,
    source_format,
    format_basis,
    database_name,
    schema_name,
    table_name,
    table_id,
    op,
    source_op,
    primary_key,
    previous_primary_key,
    row_key,
    previous_row_key,
    other_row_key,
    key_basis,
    before,
    after,
    before_complete,
    after_complete,
    column_types,
    committed_at,
    committed_at_basis,
    read_at,
    produced_at,
    source_position,
    sequence_number,
    transaction_id,
    transaction_order,
    pair_id,
    source_metadata,
    registry_digest,
    landing_id,
    landed_at,
    landed_date,
    load_id,
    loaded_at
from events
where event_kind = 'row_change'
