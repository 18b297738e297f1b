with

worded as (
    select
        *,
        split({{ rosetta_cdc.topic_option('metadata') }}, ',') as more_names,
        case change.op_type
            when {{ rosetta_cdc.topic_option('insert') }} then 'INSERT'
            when {{ rosetta_cdc.topic_option('update') }} then 'UPDATE'
            when {{ rosetta_cdc.topic_option('delete') }} then 'DELETE'
            when {{ rosetta_cdc.topic_option('truncate') }} then 'TRUNCATE'
            else upper(change.op_type)
        end as word,
        split(change.`table`, r'\.') as table_parts
    from {{ ref('decoded_ogg_messages') }}
),

operated as (
    select
        *,
        case
            when {{ rosetta_cdc.is_truncate('change.ddl') }} then 'TRUNCATE'
            when upper(get(table_parts, size(table_parts) - 1)) in ('GG_HEARTBEAT', 'GG_HEARTBEAT_SEED', 'GG_HEARTBEAT_HISTORY') then 'HEARTBEAT'
            else word
        end as operation
    from worded
),

named as (
    select
        *,
        -- CATALOG.SCHEMA.TABLE, SCHEMA.TABLE or TABLE, or each in a field of its own. The schema of a MySQL table is its database.
        coalesce(catalog_of_table, if(size(table_parts) = 3, get(table_parts, 0), null)) as database_name,
        coalesce(schema_of_table, if(size(table_parts) in (2, 3), get(table_parts, size(table_parts) - 2), null)) as schema_name,
        if(size(table_parts) <= 3, get(table_parts, size(table_parts) - 1), null) as table_name,
        {{ rosetta_cdc.operation_columns('operation', {
            'insert': ['I', 'INSERT'],
            'update': ['U', 'UPDATE'],
            'delete': ['D', 'DELETE'],
            'upsert': ['UPSERT'],
            'truncate': ['T', 'TRUNCATE'],
            'ddl': ['DDL'],
            'heartbeat': ['HEARTBEAT'],
            'marker': ['STREAM_METADATA', 'OBJECT_METADATA']
        }) }}
    from operated
),

ruled as (
    select
        * except (topic_rules, topic_options),
        {{ rosetta_cdc.topic_rule() }}.source_time_zone as zone,
        {{ rosetta_cdc.topic_option('current_ts_zone') }} as current_zone,
        {{ rosetta_cdc.topic_option('nulls') }} = 'omitted' as omits_nulls,
        {{ rosetta_cdc.topic_option('images') }} = 'whole' as sends_whole_images,
        case
            when decoded_images is not null then decoded_images
            when is_row
                then transform(
                    array(word in ('D', 'DELETE'), word not in ('D', 'DELETE')),
                    is_shown -> if(is_shown, map_filter(fields, (k, v) -> not array_contains(array_union(meta_names, coalesce(more_names, array())), k)), null)
                )
            when fields is null or image_prefixes[0] is null then array(change.before, change.after)
            when {{ rosetta_cdc.has_duplicate_keys('fields') }} then array(fields, fields)
            else transform(
                image_prefixes,
                prefix -> transform_keys(map_filter(fields, (k, v) -> startswith(k, prefix)), (k, v) -> substring(k, length(prefix) + 1))
            )
        end as sent_images
    from named
),

-- A column whose companion says that it is missing is unknown, not NULL. A companion stands behind its column; elsewhere it is searched for, which costs more.
told as (
    select
        *,
        if(
            contains(message_text, '_isMissing"'),
            transform(
                transform(sent_images, image -> struct(image, map_entries(image) as entries)),
                sent -> if({{ rosetta_cdc.has_duplicate_keys('sent.image') }}, sent.image, map_from_entries(filter(sent.entries, (e, i) -> not (
                    coalesce(endswith(e.key, '_isMissing') and (
                        get(sent.entries, i - 1).key = left(e.key, length(e.key) - 10) or map_contains_key(sent.image, left(e.key, length(e.key) - 10))
                    ), false)
                    or coalesce('true' = if(
                        get(sent.entries, i + 1).key = concat(e.key, '_isMissing'), get(sent.entries, i + 1).value, sent.image[concat(e.key, '_isMissing')]
                    ), false)
                ))))
            ),
            sent_images
        ) as images
    from ruled
),

timed as (
    select
        *,
        -- An image without columns is none.
        if(size(images[0]) > 0, images[0], null) as before,
        if(size(images[1]) > 0, images[1], null) as image_after,
        -- An update through DBMS_LOB has the key alone before it, and the key and the LOB after it, even where the trail has all columns of all other changes.
        sends_whole_images and (
            op is distinct from 'update' or omits_nulls is true or images[0] is null or size(array_except(map_keys(images[1]), map_keys(images[0]))) = 0
        ) as has_whole_images,
        {{ rosetta_cdc.local_timestamp('change.op_ts', "coalesce(zone, 'UTC')") }} as op_time,
        {{ rosetta_cdc.local_timestamp('change.current_ts', "coalesce(current_zone, 'UTC')") }} as written_time,
        -- The schema of the columns, which stand in an image, in row form beside the meta fields.
        named_struct('fields', if(
            is_row,
            array(named_struct('field', 'after', 'fields', transform(
                filter(connect_schema.fields, f -> map_contains_key(coalesce(images[1], images[0]), f.field)),
                f -> named_struct('field', f.field, 'type', f.type, 'name', f.name, 'parameters', f.parameters, 'items', f.items)
            ))),
            transform(connect_schema.fields, f -> named_struct('field', f.field, 'fields', f.fields))
        )) as column_schema
    from told
),

checked as (
    select
        *,
        {{ rosetta_cdc.connect_columns('column_schema') }} as described_columns,
        -- A time without a known zone is no instant, yet it can be read.
        if(zone is null and change.op_ts rlike '[T ][0-9:.]+$', null, op_time) as committed_at,
        if(current_zone is null and change.current_ts rlike '[T ][0-9:.]+$', null, written_time) as produced_at,
        {{ rosetta_cdc.unusable_fields({
            'op_ts': ['change.op_ts', 'op_time'],
            'current_ts': ['change.current_ts', 'written_time'],
            'table': ['change.`table`', 'table_name']
        }) }} as unusable
    from timed
),

mapped as (
    select
        checked.* except (
            message_text, decoding_error_detail, decoded_images, image_columns, connect_schema, schema_dialect, change, fields, meta_names,
            image_prefixes, is_row, more_names, word, operation, table_parts, zone, current_zone, op_time, written_time, omits_nulls, sends_whole_images,
            has_whole_images, sent_images, images, image_after, column_schema, described_columns, unusable, topic_table,
            schema_of_table, catalog_of_table
        ),
        change.op_type as source_op,
        if(size(change.primary_keys) > 0, {{ rosetta_cdc.distinct_names('change.primary_keys') }}, null) as declared_key,
        case when size(change.primary_keys) > 0 then 'declared' end as declared_key_basis,
        -- An update's image after the change may lack what has not changed.
        if(
            op = 'update' and image_after is not null and not coalesce(omits_nulls, false),
            {{ rosetta_cdc.overlay('before', 'image_after') }},
            image_after
        ) as after,
        if(
            decoded_images is null,
            size(sent_images[0]) = 2 * size(before) or size(sent_images[0]) = size(before) and coalesce(has_whole_images, false),
            size(before) = image_columns
        ) as before_complete,
        if(
            decoded_images is null,
            size(sent_images[1]) = 2 * size(image_after)
            or size(sent_images[1]) = size(image_after) and (op <=> 'insert' or coalesce(has_whole_images, false)),
            size(image_after) = image_columns
        ) as after_complete,
        {{ rosetta_cdc.column_types_from_list('described_columns') }} as column_types,
        'commit' as committed_at_basis,
        change.pos as source_position,
        -- The place in the trail, behind the commit's number where that is a number.
        case
            when change.pos rlike '^0*[0-9]{1,20}$' and change.csn rlike '^[0-9]{1,18}$'
                then try_cast(concat(change.csn, lpad(regexp_replace(change.pos, '^0+', ''), 20, '0')) as decimal(38, 0))
            else {{ rosetta_cdc.whole_number('change.pos') }}
        end as sequence_number,
        coalesce(change.xid, change.csn) as transaction_id,
        try_cast(change.opseqno as bigint) as transaction_order,
        change.ddl as ddl_text,
        map_concat(
            {{ rosetta_cdc.metadata({
                'csn': 'change.csn',
                'txind': 'change.txind',
                'opseqno': 'if(transaction_order is null, change.opseqno, null)',
                'tokens': 'change.tokens',
                'op_ts': 'if(committed_at is null, change.op_ts, null)',
                'current_ts': 'if(produced_at is null, change.current_ts, null)',
                'schema.name': 'connect_schema.name',
                'message': "if(event_kind = 'marker', message_text, null)"
            }) }},
            -- Fields that the documentation does not name.
            case
                when fields is null or {{ rosetta_cdc.has_duplicate_keys('fields') }} then map()
                else transform_keys(
                    map_filter(fields, (k, v) -> v is not null and if(
                        is_row, array_contains(more_names, k),
                        not array_contains(meta_names, k) and not coalesce(startswith(k, image_prefixes[0]) or startswith(k, image_prefixes[1]), false)
                    )),
                    (k, v) -> concat('fields.', k)
                )
            end
        ) as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', "message_error = 'format_mismatch'", 'decoding_error_detail'),
            ('unknown_avro_schema', "message_error = 'unknown_avro_schema'", 'decoding_error_detail'),
            ('invalid_avro', "message_error = 'invalid_avro'", 'decoding_error_detail'),
            (
                'format_mismatch',
                'change.op_type is null and coalesce(change.pos, change.op_ts) is null and coalesce(change.before, change.after) is null'
                    ~ ' and schema_dialect is null'
            ),
            ('missing_field', 'change.op_type is null and schema_dialect is null', "'op_type is missing'"),
            ('missing_field', "event_kind = 'row_change' and table_name is null and change.`table` is null and topic_table is null", rosetta_cdc.unnamed_table()),
            ('unknown_operation', "op = 'unknown' and coalesce(before, image_after) is not null"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from checked
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped', null_keys=false) }}
)

select * from staged
