{% set schemas = rosetta_cdc.avro_schemas() %}
{% set dts_schemas = rosetta_cdc.avro_schemas_of(schemas, 'dts') %}

with

records as (
    select
        *,
        {{ rosetta_cdc.avro_schema_number(schemas) }} as schema_number
    from {{ rosetta_cdc.records_of(source('raw', 'kafka_messages')) }}
    where format in ('dts_avro', 'drs_avro')
)

select
    {{ rosetta_cdc.record_columns() | join(', ') }},
    format as source_format,
    kafka_value,
    schema_number is null as has_published_schema,
    schema_number not in ({{ dts_schemas }}) as has_other_layout,
    message
from records
    -- The array lets Spark decode a message once, not once more for each column that is used later.
    lateral view inline(array(struct({{ rosetta_cdc.dts_avro_record(schemas) }}))) decoded_message as message
where format = 'dts_avro' or schema_number in ({{ dts_schemas }})
