{# Attributes are named like the fields of the source, in small letters without underscores. Those that have another name there: #}
{% set names = [] %}
{% for attribute, field in {
    'tsms': 'ts_ms', 'tsus': 'ts_us', 'tsns': 'ts_ns', 'txid': 'txId', 'serverid': 'server_id', 'changelsn': 'change_lsn', 'commitlsn': 'commit_lsn',
    'eventserialno': 'event_serial_no', 'commitscn': 'commit_scn'
}.items() %}
{% do names.append("'iodebezium" ~ attribute ~ "', '" ~ field ~ "'") %}
{% endfor %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['debezium_cloudevents'], with_rules=true, with_names=true) }}
),

texts as (
    select
        * except (message_text),
        {{ rosetta_cdc.plain_decimals('message_text') }} as message_text
    from messages
),

parsed as (
    {{ rosetta_cdc.parse_messages('texts', 'map<string, string>') }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed') }}
),

-- The data is a change without its source, with or without a schema.
data as (
    select
        with_key.* except (message, key_values),
        {{ rosetta_cdc.debezium_key('key_values') }} as key_values,
        message as attributes,
        map_from_entries(transform(
            {{ rosetta_cdc.distinct_names('fields.name') }},
            n -> struct(n as key, get(filter(fields, f -> f.name = n and f.value is not null), 0).value as value)
        )) as source,
        from_json(message['data'], 'struct<{{ rosetta_cdc.debezium_envelope() | replace('\n', ' ') }}>', {{ rosetta_cdc.json_options() }}) as message
    from with_key
        -- Debezium names the source's transaction and that of its metadata alike: the first that has a value counts.
        lateral view inline(array(struct(transform(
            filter(map_entries(message), a -> a.key like 'iodebezium%'),
            a -> struct(coalesce(map({{ names | join(', ') }})[a.key], substring(a.key, 11)) as name, a.value as value)
        )))) attribute as fields
)

select
    record,
    source_format,
    format_basis,
    topic_table,
    is_tombstone,
    is_malformed,
    message_error,
    cast(null as string) as decoding_error_detail,
    message.schema.name as connect_schema,
    message.schema.version as connect_schema_version,
    key_values,
    bare_key,
    {{ rosetta_cdc.debezium_change({
        'op': "source['op']",
        'source': 'source',
        'transaction': "if(source['txtotalorder'] is null, null, map('id', source['txId'], 'total_order', source['txtotalorder']))"
    }) }} as change,
    false as is_partial,
    false as lacks_document,
    {{ rosetta_cdc.key_is_unread() }} as key_is_unread,
    {{ rosetta_cdc.connect_columns('message.schema') }} as described_columns,
    {{ rosetta_cdc.unsent_columns() }}
from data
