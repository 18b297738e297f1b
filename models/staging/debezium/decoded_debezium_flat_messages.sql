{# The names, without prefix, of fields that the transformation can add, as far as the registry names none (Debezium, ExtractNewRecordState, add.fields). #}
{% set fields_of_envelope = 'op|table|db|schema|connector|snapshot|sequence|lsn|txId|file|pos|row|gtid|server_id'
    ~ '|scn|commit_scn|ssn|change_lsn|commit_lsn|event_serial_no|ts_(ms|us|ns)|(source|transaction)_[a-z_]+' %}

{# What ExtractNewRecordState makes of a delete has a schema beside its null value: Kafka Connect's JsonConverter writes the text `null`, or the schema, too. #}
{% set is_null_row %}
    kafka_key is not null and coalesce(
        message_error = 'empty_value' and trim(message_text) = 'null'
        or size(message) = 2 and map_contains_key(message, 'payload') and message['payload'] is null and startswith(message['schema'], '{'),
        false
    )
{% endset %}

with

messages as (
    {{ rosetta_cdc.debezium_messages('debezium_flat') }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', 'map<string, string>') }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed') }}
),

-- With a schema the row lies in payload.
rows as (
    select
        with_key.* except (message, topic_rules, key_values, is_tombstone, message_error, decoding_error),
        -- One whose key cannot be read names no row.
        (is_tombstone or {{ is_null_row }}) and decoding_error is null as is_tombstone,
        coalesce(decoding_error, if({{ is_null_row }}, null, message_error)) as message_error,
        {{ rosetta_cdc.debezium_key('key_values') }} as key_values,
        coalesce({{ rosetta_cdc.topic_option('field_prefix') }}, '__') as prefix,
        {{ rosetta_cdc.topic_option('add_fields') }} as add_fields,
        document.fields,
        document.described
    from with_key
        lateral view inline(array(struct(
            if(
                {#- The schema is null where a transformation has dropped it. #}
                size(message) = 2 and map_contains_key(message, 'payload') and map_contains_key(message, 'schema')
                and if(message['schema'] is null, message_text rlike r'"payload"\s*:\s*\{', startswith(message['schema'], '{')),
                struct(
                    from_json(message['payload'], 'map<string, string>', {{ rosetta_cdc.json_options() }}) as fields,
                    from_json(
                        message['schema'],
                        'fields array<struct<{{ rosetta_cdc.connect_column_fields() }}>>',
                        {{ rosetta_cdc.json_options() }}
                    ).fields as described
                ),
                struct(message as fields, null as described)
            )
        ))) as document
),

-- Fields that were added to the row: as the registry lists them, else all that look like one.
named as (
    select
        *,
        coalesce(
            transform(split(add_fields, ','), item -> struct(
                regexp_replace(trim(item), ':.*', '') as name,
                concat(prefix, coalesce(nullif(regexp_extract(trim(item), ':(.*)', 1), ''), replace(trim(item), '.', '_'))) as field
            )),
            transform(
                filter(map_keys(fields), k -> startswith(k, prefix) and substring(k, length(prefix) + 1) rlike '^({{ fields_of_envelope }})$'),
                k -> struct(regexp_replace(substring(k, length(prefix) + 1), '^(source|transaction)_', '$1.') as name, k as field)
            )
        ) as added_fields
    from rows
),

separated as (
    select
        * except (fields, added_fields),
        {#- Whatever the prefix (ExtractNewRecordStateConfigDefinition.DELETED_FIELD). #}
        fields['__deleted'] as deleted,
        map_filter(fields, (k, v) -> not array_contains(added_fields.field, k) and k <> '__deleted') as image,
        map_from_entries(transform(
            {{ rosetta_cdc.distinct_names("transform(added_fields, f -> regexp_replace(f.name, '^source[.](?!ts_)', ''))") }},
            n -> struct(n as key, fields[get(filter(added_fields, f -> f.name in (n, concat('source.', n))), 0).field] as value)
        )) as added
    from named
)

select
    record,
    source_format,
    format_basis,
    is_tombstone,
    is_malformed,
    message_error,
    decoding_error_detail,
    key_values,
    bare_key,
    image,
    deleted,
    added,
    coalesce(
        {{ rosetta_cdc.connect_columns('filter(described, c -> map_contains_key(image, c.field))', of_envelope=false) }},
        filter(avro_schema.columns, c -> is_tombstone or map_contains_key(image, c.name)),
        if(is_tombstone, {{ rosetta_cdc.connect_columns('key_fields', of_envelope=false) }}, null)
    ) as described_columns,
    {{ rosetta_cdc.unsent_columns() }}
from separated
