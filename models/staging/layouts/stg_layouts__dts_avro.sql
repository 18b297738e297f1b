with

messages as (
    select
        struct({{ rosetta_cdc.record_columns() | join(', ') }}) as record,
        source_format,
        'registry' as format_basis,
        kafka_value,
        has_published_schema,
        coalesce(has_other_layout, false) as has_other_layout,
        message
    from {{ ref('decoded_dts_avro_messages') }}
),

-- Both images in one text: that of a view has its limit.
decoded as (
    select
        *,
        transform(
            array(message.beforeImages.member_array, message.afterImages.member_array),
            image -> {{ rosetta_cdc.dts_avro_columns('message.fields.member_array', 'image') }}
        ) as image_columns
    from messages
),

images as (
    select
        * except (image_columns),
        get(image_columns, 0) as before_columns,
        get(image_columns, 1) as after_columns,
        transform(split(message.objectName, r'\.'), part -> regexp_replace(part, r'\\u002[Ee]', '.')) as names,
        from_json(message.tags['pk_uk_info'], 'map<string, array<string>>', {{ rosetta_cdc.json_options() }}) as unique_keys
    from decoded
),

classified as (
    select
        *,
        kafka_value is null as is_tombstone,
        -- Records without a meaning that DTS writes into its topics have this length and no other sign.
        message.version is null and octet_length(kafka_value) = 48 and not has_other_layout as is_filler,
        message.operation as source_op,
        {{ rosetta_cdc.operation_columns('message.operation', {
            'insert': ['INSERT'],
            'update': ['UPDATE'],
            'delete': ['DELETE'],
            'snapshot': ['INIT'],
            'truncate': "message.operation = 'DDL' and " ~ rosetta_cdc.is_truncate('message.afterImages.member_string'),
            'ddl': ['DDL'],
            'transaction': ['BEGIN', 'COMMIT', 'ROLLBACK', 'ABORT'],
            'heartbeat': ['HEARTBEAT', 'CHECKPOINT', 'NOOP'],
            'marker': 'message.operation is not null'
        }) }}
    from images
),

checked as (
    select
        *,
        case
            when is_tombstone or is_filler or has_other_layout then null
            when message.version is null then 'invalid_avro'
            -- Cut within bornTimestamp: no number ends with such a byte, only a DDL text with nothing behind it may.
            when
                has_published_schema
                and hex(substring(kafka_value, -1, 1)) >= '80'
                and (message.bornTimestamp <> 0 or message.afterImages.member_string is null)
                then 'invalid_avro'
            when not is_valid_utf8(concat_ws(
                ' ', message.sourcePosition, message.safeSourcePosition, message.sourceTxid, message.source.version, message.objectName,
                map_keys(message.tags), map_values(message.tags), message.fields.member_string, message.fields.member_array.name,
                message.beforeImages.member_string, before_columns.text, message.afterImages.member_string, after_columns.text
            )) then 'invalid_utf8'
        end as message_error,
        {{ rosetta_cdc.checked_fields({
            'committed_at': ['cast(message.sourceTimestamp as string)', 'seconds', 'sourceTimestamp'],
            'read_at': ['cast(message.bornTimestamp as string)', 'milliseconds', 'bornTimestamp'],
            'object_name': ['message.objectName', 'if(size(names) <= 3, message.objectName, null)']
        }) }},
        (coalesce(before_columns, after_columns) is not null and message.fields.member_array is null)
        or coalesce(array_size(message.beforeImages.member_array) <> array_size(message.fields.member_array), false)
        or coalesce(array_size(message.afterImages.member_array) <> array_size(message.fields.member_array), false) as has_other_length,
        coalesce(
            array_size(array_distinct(message.fields.member_array.name)) < array_size(message.fields.member_array), false
        ) as has_duplicate_names,
        filter(
            concat(coalesce(before_columns, array()), coalesce(after_columns, array())),
            c -> c.is_unreadable
        ).name as unreadable_columns
    from classified
),

mapped as (
    select
        record,
        source_format,
        format_basis,
        is_tombstone,
        false as is_malformed,
        message_error,
        event_kind,
        op,
        source_op,
        committed_at,
        'statement' as committed_at_basis,
        case when message_error is null then read_at end as read_at,
        get(names, 0) as database_name,
        if(size(names) = 3, get(names, 1), null) as schema_name,
        get(names, greatest(size(names), 2) - 1) as table_name,
        -- A unique key is one that a row can be found by only if there is no other.
        coalesce(unique_keys['PRIMARY'], if(size(unique_keys) = 1, get(map_values(unique_keys), 0), null)) as declared_key,
        case when unique_keys is not null then 'declared' end as declared_key_basis,
        case when not has_other_length and not has_duplicate_names then map_from_arrays(before_columns.name, before_columns.text) end as before,
        case when not has_other_length and not has_duplicate_names then map_from_arrays(after_columns.name, after_columns.text) end as after,
        array_size(before_columns) = array_size(message.fields.member_array) as before_complete,
        array_size(after_columns) = array_size(message.fields.member_array) as after_complete,
        case when not has_duplicate_names then map_from_arrays(
            message.fields.member_array.name,
            transform(message.fields.member_array, f -> {{ rosetta_cdc.dts_avro_type('message.source.sourceType', 'f.dataTypeNumber') }})
        ) end as column_types,
        message.sourcePosition as source_position,
        cast(message.id as decimal(38, 0)) as sequence_number,
        nullif(message.sourceTxid, '') as transaction_id,
        case when event_kind in ('ddl', 'truncate') then message.afterImages.member_string end as ddl_text,
        {{ rosetta_cdc.metadata({
            'version': 'cast(message.version as string)',
            'safeSourcePosition': "nullif(message.safeSourcePosition, '')",
            'source.sourceType': 'message.source.sourceType',
            'source.version': 'message.source.version',
            'processTimestamps': 'to_json(message.processTimestamps)',
            'tags': 'to_json(message.tags)',
            'fields': 'message.fields.member_string',
            'beforeImages': 'message.beforeImages.member_string',
            'afterImages': "case when event_kind not in ('ddl', 'truncate') then message.afterImages.member_string end"
        }) }} as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', 'has_other_layout', "'the Avro schema of the record does not have the fields of DTS'"),
            ('invalid_field', 'unusable is not null'),
            ('invalid_field', 'has_other_length', "'an image has not as many values as the record has fields'"),
            ('duplicate_column', 'has_duplicate_names', "'two fields have one name'"),
            (
                'invalid_characters',
                'size(unreadable_columns) > 0',
                "concat('not text of the named character set: ', array_join(array_distinct(unreadable_columns), ', '))"
            )
        ]) }} as problem
    from checked
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped', null_keys=false) }}
)

select * from staged
