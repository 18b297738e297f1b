{% set schemas = rosetta_cdc.avro_schemas() %}

with

records as (
    select
        *,
        {{ rosetta_cdc.avro_schema_number(schemas) }} as schema_number
    from {{ rosetta_cdc.records_of(source('raw', 'kafka_messages')) }}
    where format = 'drs_avro'
),

-- Records with DTS's fields are those of decoded_dts_avro_messages.
others as (
    select * from records
    where coalesce(schema_number not in ({{ rosetta_cdc.avro_schemas_of(schemas, 'dts') }}), true)
),

-- The array lets Spark decode a message once, not once more for each column that is used later.
decoded as (
    select
        others.*,
        decoded_text
    from others
        lateral view inline(array(struct({{ rosetta_cdc.avro_message_text(schemas) }}))) decoded_message as decoded_text
),

-- Bytes that are no character become U+FFFD in JSON: more of these than were sent.
compared as (
    select
        *,
        case when contains(decoded_text, '\ufffd') then array_size(split(decoded_text, '\ufffd')) end as replaced_characters,
        case when contains(decoded_text, '\ufffd') then array_size(split(decode(kafka_value, 'ISO-8859-1'), '\u00ef\u00bf\u00bd')) end as characters_sent
    from decoded
),

checked as (
    select
        *,
        case
            when kafka_value is null then null
            when schema_number is null then 'unknown_avro_schema'
            when schema_number not in ({{ rosetta_cdc.avro_schemas_of(schemas, 'drs') }}) then 'format_mismatch'
            when decoded_text is null then 'invalid_avro'
            when replaced_characters > characters_sent then 'invalid_utf8'
        end as decoding_error
    from compared
)

select
    {{ rosetta_cdc.record_columns() | join(', ') }},
    kafka_key,
    case
        when kafka_value is null then null
        when decoding_error is null then decoded_text
        else ''
    end as message_text,
    decoding_error,
    case decoding_error
        when 'unknown_avro_schema' then {{ rosetta_cdc.unknown_avro_schema() }}
        when 'format_mismatch' then 'the Avro schema of the record has neither the fields of DRS nor those of DTS'
    end as decoding_error_detail
from checked
