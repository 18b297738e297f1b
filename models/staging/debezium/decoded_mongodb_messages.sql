{% set other_fields = [] %}
{% for name in rosetta_cdc.debezium_fields('') if name not in ('before', 'after') %}{% do other_fields.append("'" ~ name ~ "', sent." ~ name) %}{% endfor %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['debezium_mongodb'], with_names=true) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', rosetta_cdc.debezium_envelope(images='string')) }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed') }}
),

-- The documents in the message are texts; so is _id in the key.
documents as (
    select
        with_key.* except (key_values),
        -- The document's key in a key of its own (ExtractField$Key) is its Extended JSON, in quotes or not.
        case
            when map_contains_key(key_values, 'id')
                then {{ rosetta_cdc.mongodb_document("concat('{\"_id\":', key_values['id'], '}')") }}
            when bare_key is not null or startswith(map_keys(key_values)[0], '$') then coalesce(
                {{ rosetta_cdc.mongodb_document("concat('{\"_id\":', bare_key, '}')") }},
                {{ rosetta_cdc.mongodb_document("concat('{\"_id\":', cast(kafka_key as string), '}')") }}
            )
        end as key_document,
        {{ rosetta_cdc.mongodb_document('coalesce(message.payload.before, message.before)') }} as before,
        {{ rosetta_cdc.mongodb_document('coalesce(message.payload.after, message.after)') }} as after,
        {{ rosetta_cdc.mongodb_document('updated.updatedFields') }} as updated_fields,
        updated,
        -- Fields that an update has taken away.
        map_from_entries(transform({{ rosetta_cdc.distinct_names('updated.removedFields') }}, name -> struct(name, cast(null as string)))) as removed_fields
    from with_key
        lateral view inline(array(struct(coalesce(message.payload.updateDescription, message.updateDescription)))) description as updated
),

changes as (
    select
        *,
        {{ rosetta_cdc.mongodb_values('key_document') }} as key_values,
        {{ rosetta_cdc.mongodb_values(rosetta_cdc.overlay('removed_fields', 'updated_fields')) }} as changed_fields,
        {{ rosetta_cdc.debezium_change({
            'before': 'coalesce(' ~ rosetta_cdc.mongodb_values('before') ~ ", if(change.op = 'd', " ~ rosetta_cdc.mongodb_values('key_document') ~ ', null))',
            'after': rosetta_cdc.mongodb_values('after')
        }) }} as sent
    from documents
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
    -- An update without the document tells what changed in it.
    if(
        sent.op = 'u' and sent.after is null,
        named_struct(
            'before', sent.before,
            'after', {{ rosetta_cdc.overlay('key_values', 'changed_fields') }},
            {{ other_fields | join(', ') }}
        ),
        sent
    ) as change,
    sent.op = 'u' and after is null or sent.op = 'd' and before is null as is_partial,
    -- Fields below others, and arrays that became shorter, are changes of values that the message does not have.
    sent.op = 'u' and after is null and (
        changed_fields is null or size(updated.truncatedArrays) > 0 or exists(map_keys(changed_fields), name -> contains(name, '.'))
    ) as lacks_document,
    cast(null as string) as bare_key,
    {{ rosetta_cdc.key_is_unread() }} as key_is_unread,
    {{ rosetta_cdc.mongodb_types('coalesce(after, updated_fields, before, key_document)') }} as described_columns,
    cast(null as array<string>) as unavailable_values,
    false as may_lack_values,
    false as sends_key_alone,
    false as may_have_cells
from changes
