with

unregistered as (
    select
        * except (kafka_key),
        {{ rosetta_cdc.without_schema_id('kafka_key', of_key=true) }} as kafka_key,
        cast({{ rosetta_cdc.without_schema_id('kafka_value') }} as string) as message_text
    from {{ rosetta_cdc.records_of(source('raw', 'kafka_messages')) }}
    where format = 'auto'
)

select
    {{ rosetta_cdc.record_columns() | join(', ') }},
    kafka_key,
    message_text,
    {{ rosetta_cdc.recognise_structure('message_text') }} as recognised_format
from unregistered
