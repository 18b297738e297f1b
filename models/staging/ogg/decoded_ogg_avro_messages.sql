{% set schemas = rosetta_cdc.avro_schemas() %}

with

records as (
    select
        *,
        {{ rosetta_cdc.avro_schema_number(schemas) }} as schema_number
    from {{ rosetta_cdc.records_of(source('raw', 'kafka_messages')) }}
    where format = 'ogg_avro'
),

decoded as (
    {{ rosetta_cdc.decoded_avro_records(
        'records', schemas, 'ogg', 'the Avro schema of the record has no field op_type, as those of GoldenGate have', with_images=true
    ) }}
)

select * from decoded
