with

messages as (
    {{ rosetta_cdc.cdc_messages(['debezium_mongodb']) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', rosetta_cdc.debezium_envelope(images='string'), numbers='false') }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed') }}
),

-- Of the key the text of the document's _id, as JSON; of an update what it says of the change: fields that are gone are null.
described as (
    select
        with_key.* except (key_values),
        {{ rosetta_cdc.mongodb_document("concat('{\"_id\":', key_values['id'], '}')") }} as key_values,
        updated,
        coalesce(
            map_concat(
                {{ rosetta_cdc.mongodb_document('updated.updatedFields') }},
                map_from_arrays(updated.removedFields, transform(updated.removedFields, name -> cast(null as string)))
            ),
            {{ rosetta_cdc.mongodb_document('updated.updatedFields') }},
            map_from_arrays(updated.removedFields, transform(updated.removedFields, name -> cast(null as string)))
        ) as changed_fields
    from with_key
        lateral view inline(array(struct(coalesce(message.payload.updateDescription, message.updateDescription)))) description as updated
),

changes as (
    select
        *,
        {{ rosetta_cdc.debezium_change({
            'before': 'coalesce(' ~ rosetta_cdc.mongodb_document('change.before') ~ ", if(change.op = 'd', key_values, null))",
            'after': 'coalesce(' ~ rosetta_cdc.mongodb_document('change.after') ~ ", if(change.op = 'u', "
                ~ rosetta_cdc.overlay('key_values', 'changed_fields') ~ ', null))'
        }) }} as change,
        coalesce(message.payload.before, message.before) is null as is_without_before,
        coalesce(message.payload.after, message.after) is null as is_without_after
    from described
)

select
    record,
    source_format,
    format_basis,
    is_tombstone,
    is_malformed,
    message_error,
    message.schema.name as connect_schema,
    message.schema.version as connect_schema_version,
    key_values,
    change,
    -- An update without the document has what changed, a delete without it the key.
    change.op = 'u' and is_without_after or change.op = 'd' and is_without_before as is_partial,
    -- Fields below others, and arrays that became shorter, are changes of values that the message does not have.
    change.op = 'u' and is_without_after and (
        changed_fields is null or size(updated.truncatedArrays) > 0 or exists(map_keys(changed_fields), name -> contains(name, '.'))
    ) as lacks_document,
    cast(null as array<struct<name: string, type: string>>) as described_columns,
    cast(null as string) as unavailable_value,
    false as may_lack_values
from changes
