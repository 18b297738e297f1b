with

messages as (
    {{ rosetta_cdc.debezium_messages('debezium') }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', rosetta_cdc.debezium_envelope()) }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed') }}
),

keyed as (
    select
        * except (key_values),
        {{ rosetta_cdc.debezium_key('key_values') }} as key_values
    from with_key
)

select
    record,
    source_format,
    format_basis,
    topic_table,
    -- One whose key cannot be read names no row.
    is_tombstone and decoding_error is null as is_tombstone,
    is_malformed,
    coalesce(decoding_error, message_error) as message_error,
    decoding_error_detail,
    coalesce(message.schema.name, avro_schema.name) as connect_schema,
    coalesce(message.schema.version, avro_schema.version) as connect_schema_version,
    -- Flink CDC's sink writes the table's name into the key.
    if(
        contains(cast(kafka_key as string), '"TableId"') and coalesce(message.payload.source, message.source)['connector'] is null,
        map_filter(key_values, (k, v) -> k <> 'TableId'),
        key_values
    ) as key_values,
    bare_key,
    {{ rosetta_cdc.debezium_change() }} as change,
    false as is_partial,
    false as lacks_document,
    {{ rosetta_cdc.key_is_unread() }} as key_is_unread,
    coalesce(
        {{ rosetta_cdc.connect_columns('message.schema') }},
        avro_schema.columns,
        if(is_tombstone, {{ rosetta_cdc.connect_columns('key_fields', of_envelope=false) }}, null)
    ) as described_columns,
    {{ rosetta_cdc.unsent_columns() }}
from keyed
