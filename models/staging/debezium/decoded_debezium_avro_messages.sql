{% set schemas = rosetta_cdc.avro_schemas() %}
{% set layouts = ['debezium', 'row'] %}
{% set key_text = rosetta_cdc.avro_message_text(schemas, 'key', of_key=true) %}
{% set connect_schema = rosetta_cdc.avro_connect_schema(schemas) %}
{% set key_connect_schema = rosetta_cdc.avro_connect_schema(schemas, of_key=true) %}
{% set key_schema_number = rosetta_cdc.avro_schema_number(schemas, of_key=true) %}
{# The view holds them all. #}
{% do rosetta_cdc.check_view_length(
    [rosetta_cdc.avro_message_text(schemas, layouts), key_text, connect_schema, key_connect_schema, key_schema_number] | join(' '), schemas | length, limit=28000
) %}

with

records as (
    select
        *,
        {{ rosetta_cdc.avro_schema_number(schemas) }} as schema_number,
        {{ key_schema_number }} as key_schema_number
    from {{ rosetta_cdc.records_of(source('raw', 'kafka_messages')) }}
    where format in ('debezium_avro', 'debezium_flat_avro')
),

decoded as (
    {{ rosetta_cdc.decoded_avro_records(
        'records', schemas, layouts, 'the Avro schema of the record is none of Debezium: it has not the fields of its messages, and no name of Kafka Connect',
        more=['format', 'schema_number', 'key_schema_number']
    ) }}
),

-- A key may be written by another converter: one that is not in Avro stays as it is.
with_key as (
    select
        decoded.*,
        key_text,
        {{ rosetta_cdc.without_schema_id('kafka_key', of_key=true) }} as json_key,
        case
            when kafka_key is null then null
            when key_schema_number is null and startswith(json_key, X'00') then 'unknown_avro_schema'
            when key_schema_number is not null and key_text is null then 'invalid_avro'
        end as key_error
    from decoded
        lateral view inline(array(struct({{ key_text }}))) decoded_key as key_text
)

select
    {{ rosetta_cdc.record_columns() | join(', ') }},
    if(key_schema_number is null, json_key, cast(key_text as binary)) as kafka_key,
    format as source_format,
    message_text,
    -- A tombstone has the types of its key.
    if(
        message_text is null,
        named_struct('name', cast(null as string), 'version', cast(null as string), 'columns', {{ key_connect_schema }}.columns),
        {{ connect_schema }}
    ) as connect_schema,
    coalesce(decoding_error, key_error) as decoding_error,
    case
        when decoding_error is not null then decoding_error_detail
        when key_error = 'unknown_avro_schema' then {{ rosetta_cdc.unknown_avro_schema(of_key=true) }}
        when key_error is not null then 'the bytes of the key are no Avro record of its schema'
    end as decoding_error_detail
from with_key
