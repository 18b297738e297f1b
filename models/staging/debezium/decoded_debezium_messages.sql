{% set columns = [
    'record', 'source_format', 'format_basis', 'is_tombstone', 'is_malformed', 'message_error', 'connect_schema', 'connect_schema_version', 'key_values', 'change',
    'is_partial', 'lacks_document', 'described_columns', 'unavailable_value', 'may_lack_values'
] | join(', ') %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['debezium'], with_rules=true) }}
),

-- Values are texts to Spark where their digits ask for it, and always where one with a scale of its own is an object: so it is the same text in every message.
parsed as (
    {{ rosetta_cdc.parse_messages('messages', rosetta_cdc.debezium_envelope(), numbers='message_text rlike \'"scale":-?[0-9]\'') }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed') }}
),

rows as (
    select
        record,
        source_format,
        format_basis,
        is_tombstone,
        is_malformed,
        message_error,
        message.schema.name as connect_schema,
        message.schema.version as connect_schema_version,
        -- A column that topic routing adds to the key is none of the table.
        map_filter(key_values, (k, v) -> k not like '\\_\\_dbz\\_\\_%') as key_values,
        {{ rosetta_cdc.debezium_change() }} as change,
        false as is_partial,
        false as lacks_document,
        {{ rosetta_cdc.connect_columns('message.schema') }} as described_columns,
        {{ rosetta_cdc.topic_option('unavailable_value') }} as unavailable_value,
        {{ rosetta_cdc.topic_option('unavailable_value') }} is not null or message_text rlike {{ rosetta_cdc.unavailable_value() }} as may_lack_values
    from with_key
),

documents as (
    select
        *,
        null as described_columns,
        null as unavailable_value,
        false as may_lack_values
    from {{ ref('decoded_mongodb_messages') }}
),

cloudevents as (
    select * from {{ ref('decoded_cloudevents') }}
),

changes as (
    select {{ columns }} from rows
    union all
    select {{ columns }} from documents
    union all
    select {{ columns }} from cloudevents
),

-- A changed key arrives as a delete with the header of the first name, and a create with that of the second.
moves as (
    select
        *,
        get(filter(record.kafka_headers, h -> h.key in ('__debezium.newkey', '__debezium.oldkey')), 0) as moved
    from changes
)

select
    * except (moved),
    moved.key as moved_header,
    -- Null where the header is no JSON: then the two records are a delete and an insert.
    case
        when moved is not null then get(transform(
            array({{ rosetta_cdc.exact_text('cast(moved.value as string)', 'false') }}),
            text -> coalesce(from_json(text, 'payload map<string, string>').payload, from_json(text, 'map<string, string>'))
        ), 0)
    end as other_key
from moves
