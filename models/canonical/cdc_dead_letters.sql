with

events as (
    select * from {{ ref('cdc_events') }}
),

codes as (
    select * from {{ ref('cdc_error_codes') }}
)

select
    events.event_id,
    events.kafka_cluster,
    events.kafka_topic,
    events.kafka_topic_incarnation,
    events.kafka_partition,
    events.kafka_offset,
    events.row_index,
    events.kafka_timestamp,
    events.rows_in_record,
    events.source_name,
    events.source_format,
    events.format_basis,
    events.database_name,
    events.schema_name,
    events.table_name,
    events.table_id,
    events.op,
    events.source_op,
    events.committed_at,
    events.error_code,
    events.error_detail,
    codes.cause as error_cause,
    codes.cure as error_cure,
    events.registry_digest,
    events.landing_id,
    events.landed_at,
    events.landed_date,
    events.load_id,
    events.loaded_at
from events
left join codes on events.error_code = codes.error_code
where events.event_kind = 'dead_letter'
