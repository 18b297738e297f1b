{# With a schema the message lies in payload, without one at the top: changes, schema changes, transaction boundaries, heartbeats and notifications. #}
{% set fields = {
    'before': 'map<string, string>', 'after': 'map<string, string>', 'source': 'map<string, string>', 'op': 'string', 'ts_ms': 'string',
    'transaction': 'map<string, string>', 'message': 'struct<prefix: string, content: string>',
    'ddl': 'string', 'databaseName': 'string', 'schemaName': 'string', 'tableChanges': 'string',
    'status': 'string', 'id': 'string', 'event_count': 'string', 'data_collections': 'string',
    'aggregate_type': 'string', 'type': 'string', 'additional_data': 'string'
} %}
{% set columns = [] %}
{% set at_the_top = [] %}
{% for name, type in fields.items() %}
{% do columns.append(name ~ ': ' ~ type) %}
{% do at_the_top.append("'" ~ name ~ "', message." ~ name) %}
{% endfor %}
{% set envelope %}
    schema struct<
        name: string, version: string,
        fields: array<struct<field: string, fields: array<struct<field: string, type: string, name: string, parameters: map<string, string>>>>>
    >,
    payload struct<{{ columns | join(', ') }}>, {{ columns | join(', ') }}
{% endset %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['debezium'], with_rules=true) }}
),

-- Values are texts to Spark where their digits ask for it, and always where one with a scale of its own is an object: so it is the same text in every message.
parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope, numbers='message_text rlike \'"scale":-?[0-9]\'') }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed') }}
),

-- A changed key arrives as a delete with the header of the first name, and a create with that of the second.
moves as (
    select
        *,
        get(filter(record.kafka_headers, h -> h.key in ('__debezium.newkey', '__debezium.oldkey')), 0) as moved
    from with_key
)

select
    record,
    source_format,
    format_basis,
    is_tombstone,
    is_malformed,
    message_error,
    {{ rosetta_cdc.topic_option('unavailable_value') }} as unavailable_value,
    {{ rosetta_cdc.topic_option('unavailable_value') }} is not null or message_text rlike {{ rosetta_cdc.unavailable_value() }} as may_lack_values,
    message.schema.name as connect_schema,
    message.schema.version as connect_schema_version,
    {{ rosetta_cdc.connect_columns('message.schema') }} as described_columns,
    coalesce(message.payload, named_struct({{ at_the_top | join(', ') }})) as change,
    -- A column that topic routing adds to the key is none of the table.
    map_filter(key_values, (k, v) -> k not like '\\_\\_dbz\\_\\_%') as key_values,
    moved.key as moved_header,
    -- Null where the header is no JSON: then the two records are a delete and an insert.
    case
        when moved is not null then get(transform(
            array({{ rosetta_cdc.exact_text('cast(moved.value as string)', 'false') }}),
            text -> coalesce(from_json(text, 'payload map<string, string>').payload, from_json(text, 'map<string, string>'))
        ), 0)
    end as other_key
from moves
