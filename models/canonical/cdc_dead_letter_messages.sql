with

dead_letters as (
    select * from {{ ref('cdc_dead_letters') }}
),

messages as (
    select
        *,
        cast({{ rosetta_cdc.without_schema_id('kafka_value') }} as string) as json_text
    from {{ source('raw', 'kafka_messages') }}
)

select
    dead_letters.event_id,
    dead_letters.error_code,
    dead_letters.error_detail,
    dead_letters.error_cure,
    case
        when dead_letters.error_code in ('format_mismatch', 'unrecognised_format', 'unsupported_format', 'schema_registry_bytes')
            then {{ rosetta_cdc.looks_like('messages.json_text') }}
    end as looks_like,
    messages.kafka_timestamp,
    messages.kafka_key,
    messages.kafka_value,
    case when is_valid_utf8(cast(messages.kafka_value as string)) then cast(messages.kafka_value as string) end as message_text,
    messages.kafka_headers
from dead_letters
inner join messages
    on
        dead_letters.kafka_cluster = messages.kafka_cluster
        and dead_letters.kafka_topic = messages.kafka_topic
        and dead_letters.kafka_topic_incarnation = messages.kafka_topic_incarnation
        and dead_letters.kafka_partition = messages.kafka_partition
        and dead_letters.kafka_offset = messages.kafka_offset
        and dead_letters.landing_id = messages.landing_id
        and dead_letters.landed_date = messages.landed_date
