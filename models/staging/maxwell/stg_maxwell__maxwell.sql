{# Of two spellings the second is that of `output_naming_strategy`. `old` has the former values of a row, or the former definition of a table. #}
{% set envelope %}
    `database` string, `table` string, type string, ts string, xid string, xoffset string, commit string, position string, gtid string,
    server_id string, serverId string, thread_id string, threadId string, schema_id string, schemaId string, push_ts string, pushTs string,
    query string, comment string, reason string, sql string, charset string, def string,
    primary_key_columns array<string>, primaryKeyColumns array<string>,
    encrypted struct<iv string, bytes string>, data map<string, string>, old map<string, string>
{% endset %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['maxwell'], with_rules=true, with_names=true) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope) }}
),

with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed', in_envelope=false) }}
),

keyed as (
    select
        -- A key of Maxwell's is no bare value.
        * except (key_values, bare_key),
        -- {"database": "d", "table": "t", "pk.id": 1}, or ["d", "t", [{"id": 1}]]. The names of key columns are in small letters.
        coalesce(key_values['database'], get(key_parts, 0)) as key_database,
        coalesce(key_values['table'], get(key_parts, 1)) as key_table,
        coalesce(key_database <> message.`database` or key_table <> message.`table`, false) as is_key_of_other_table,
        case
            when is_key_of_other_table then null
            when {{ rosetta_cdc.has_duplicate_keys('key_values') }} then null
            when key_values['database'] is null and {{ rosetta_cdc.topic_option('key_values') }} = 'kafka_key' then key_values
            when key_values is not null
                then transform_keys(map_filter(key_values, (k, v) -> startswith(k, 'pk.')), (k, v) -> substring(k, 4))
            when key_parts is not null and size(array_distinct(key_columns.key)) = size(key_columns) then map_from_entries(key_columns)
        end as key_values
    from with_key
        lateral view inline(transform(
            array(case
                when ltrim(cast(kafka_key as string)) like '[%'
                    then from_json({{ rosetta_cdc.exact_text('cast(kafka_key as string)') }}, 'array<string>', {{ rosetta_cdc.json_options() }})
            end),
            parts -> struct(parts, flatten(transform(
                from_json(get(parts, 2), 'array<map<string, string>>', {{ rosetta_cdc.json_options() }}), columns -> map_entries(columns)
            )))
        )) key_document as key_parts, key_columns
),

classified as (
    select
        *,
        {{ rosetta_cdc.operation_columns('message.type', {
            'insert': ['INSERT'], 'update': ['UPDATE'], 'delete': ['DELETE'], 'snapshot': ['BOOTSTRAP-INSERT'],
            'marker': ['BOOTSTRAP-START', 'BOOTSTRAP-COMPLETE'],
            'truncate': rosetta_cdc.is_truncate('message.sql'),
            'ddl': ['TABLE-CREATE', 'TABLE-ALTER', 'TABLE-DROP', 'DATABASE-CREATE', 'DATABASE-ALTER', 'DATABASE-DROP']
        }) }},
        -- Numbers within a JSON column keep their digits, too.
        case
            when {{ rosetta_cdc.has_nested_numbers('message_text', ['data', 'old']) }}
                then {{ rosetta_cdc.exact_maps('message_text', ['data', 'old']) }}
            else named_struct('data', message.data, 'old', message.old)
        end as images,
        split(message.position, ':') as places,
        {{ rosetta_cdc.distinct_names('coalesce(message.primary_key_columns, message.primaryKeyColumns)') }} as declared_names
    from keyed
),

timed as (
    select
        *,
        -- `ts` is seconds in a change, milliseconds in a DDL statement.
        {{ rosetta_cdc.checked_fields({
            'committed_at': [
                'message.ts',
                'if(length(message.ts) < 12, ' ~ rosetta_cdc.epoch_timestamp('message.ts', 'seconds') ~ ', '
                    ~ rosetta_cdc.epoch_timestamp('message.ts', 'milliseconds') ~ ')'
            ],
            'produced_at': ['coalesce(message.push_ts, message.pushTs)', 'seconds', 'push_ts'],
            'transaction_order': ['message.xoffset', 'try_cast(message.xoffset as bigint)']
        }) }},
        coalesce({{ rosetta_cdc.topic_option('absent_is_null') }} = 'true', false) as absent_is_null,
        coalesce({{ rosetta_cdc.topic_option('row_image') }} = 'full', false) as all_is_known,
        array_distinct(split({{ rosetta_cdc.topic_option('metadata') }}, ',')) as more_names,
        -- Rows of one statement share a position. The last row of a transaction has no offset.
        case when message.xoffset is not null then message.xoffset when message.commit = 'true' then '9999999999' else '0' end as row_in_transaction,
        if(size(declared_names) > 0, declared_names, nullif(map_keys(key_values), cast(array() as array<string>))) as key_names
    from classified
),

rebuilt as (
    select
        *,
        -- `old` has the columns that changed; without one, or with binlog_row_image=MINIMAL, it says nothing of the others.
        case when op = 'update' then {{ rosetta_cdc.canal_is_partial('images.data', 'images.old', 'key_names', 'all_is_known') }} end as is_rebuilt,
        case
            when op = 'update' and size(images.old) > 0 then if(is_rebuilt, {{ rosetta_cdc.overlay('images.data', 'images.old') }}, images.old)
            when op = 'update' and all_is_known then images.data
        end as former_row
    from timed
),

mapped as (
    select
        rebuilt.* except (
            message, key_parts, key_columns, key_database, key_table, is_key_of_other_table, images, places, declared_names, absent_is_null,
            all_is_known, more_names, is_rebuilt, former_row, topic_table, row_in_transaction, key_names, unusable
        ),
        coalesce(nullif(message.`database`, ''), key_database) as database_name,
        coalesce(nullif(message.`table`, ''), key_table) as table_name,
        message.type as source_op,
        -- `output_naming_strategy` renames columns, but not in the list of key columns.
        case
            when coalesce(size(array_except(key_names, map_keys(images.data))), 0) = 0 then key_names
            else transform(key_names, n -> coalesce(get(filter(map_keys(images.data), c -> c = {{ rosetta_cdc.camel_case('n') }}), 0), n))
        end as declared_key,
        case
            when size(declared_names) > 0 then 'declared'
            when kafka_key is null or coalesce(key_database, key_table) is not null and not is_key_of_other_table then 'kafka_key'
        end as declared_key_basis,
        -- Where NULL is not sent, a column that `old` lacks is unchanged or was NULL; a key column never is.
        case when op = 'delete' then images.data when op = 'update' and absent_is_null then images.old else former_row end as before,
        if(absent_is_null, former_row, null) as previous_key_values,
        case when event_kind = 'row_change' and op <> 'delete' then images.data end as after,
        -- Maxwell starts only where the server logs whole rows, but a session, or the server later, may log less. Before a change of a table without a key all
        -- columns are logged.
        if(op = 'delete' and key_names is null, true, null) as before_complete,
        if(op is distinct from 'update' or absent_is_null, true, null) as after_complete,
        if(message.type like 'bootstrap-%', 'reader', 'statement') as committed_at_basis,
        message.position as source_position,
        -- The rows of a bootstrap have the position at which it stands in the binlog.
        case
            when message.type not like 'bootstrap-%'
                then {{ rosetta_cdc.binlog_number('get(places, 0)', 'get(places, 1)', 'row_in_transaction') }}
        end as sequence_number,
        coalesce(message.gtid, message.xid) as transaction_id,
        message.sql as ddl_text,
        map_concat(
            {{ rosetta_cdc.metadata({
                'xid': 'if(message.gtid is null, null, message.xid)',
                'commit': 'message.commit',
                'server_id': 'coalesce(message.server_id, message.serverId)',
                'thread_id': 'coalesce(message.thread_id, message.threadId)',
                'schema_id': 'coalesce(message.schema_id, message.schemaId)',
                'query': 'message.query',
                'comment': 'message.comment',
                'reason': 'message.reason',
                'charset': 'message.charset',
                'def': 'message.def',
                'old': "if(event_kind in ('ddl', 'truncate'), to_json(message.old), null)"
            }) }},
            case
                when more_names is null then map()
                else get(transform(
                    array(from_json({{ rosetta_cdc.exact_text('message_text') }}, 'map<string, string>', {{ rosetta_cdc.json_options() }})),
                    fields -> map_from_entries(filter(
                        transform(more_names, name -> struct(concat('fields.', name) as key, fields[name] as value)),
                        e -> e.value is not null
                    ))
                ), 0)
            end
        ) as source_metadata,
        -- Of a row that is too large Maxwell sends only the key, and a reason. Other changes have a time, and this field only where a script adds it.
        {{ rosetta_cdc.first_problem([
            ('encrypted', 'message.encrypted is not null'),
            (
                'format_mismatch',
                'coalesce(message.type, message.reason) is null and message.data is null or message.`database` is null and (message.type is null or images.data is null)'
            ),
            ('row_not_sent', "message.reason is not null and message.ts is null and event_kind in ('row_change', 'marker')"),
            ('missing_field', 'message.type is null', "'type is missing'"),
            (
                'missing_field',
                "event_kind = 'row_change' and coalesce(nullif(message.`table`, ''), key_table, topic_table) is null",
                rosetta_cdc.unnamed_table()
            ),
            ('unknown_operation', "op = 'unknown' and (message.data is not null or message.old is not null)"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from rebuilt
),

staged as (
    {#- A filter of Maxwell's may have taken a key column's value away. #}
    {{ rosetta_cdc.staged_rows('mapped', null_keys=false) }}
)

select * from staged
