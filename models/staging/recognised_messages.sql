with

unregistered as (
    select
        *,
        cast(kafka_value as string) as message_text
    from {{ source('raw', 'kafka_messages') }}
    where format = 'auto'
)

select
    kafka_cluster,
    kafka_topic,
    kafka_topic_incarnation,
    kafka_partition,
    kafka_offset,
    kafka_timestamp,
    landing_id,
    landed_at,
    landed_date,
    kafka_key,
    message_text,
    {{ rosetta_cdc.recognise_structure('message_text') }} as recognised_format
from unregistered
