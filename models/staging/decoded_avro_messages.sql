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

decoded as (
    {{ rosetta_cdc.decoded_avro_records('others', schemas, 'drs', 'the Avro schema of the record has neither the fields of DRS nor those of DTS') }}
)

select * from decoded
