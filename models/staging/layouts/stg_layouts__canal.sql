{% set formats = rosetta_cdc.formats_of_models(['stg_layouts__canal']) %}

with

json_messages as (
    {{ rosetta_cdc.cdc_messages(formats, with_rules=true, with_names=true) }}
),

avro_messages as (
    select *
    from {{ rosetta_cdc.records_of(ref('decoded_avro_messages'), ['kafka_key', 'message_text', 'decoding_error', 'decoding_error_detail']) }}
),

messages as (
    select
        * except (topic_rules),
        cast(null as string) as decoding_error,
        cast(null as string) as decoding_error_detail
    from json_messages
    union all
    select
        avro_messages.* except (decoding_error, decoding_error_detail),
        'drs_avro' as source_format,
        'registry' as format_basis,
        topics.topic_options,
        topics.table_name as topic_table,
        avro_messages.decoding_error,
        avro_messages.decoding_error_detail
    from avro_messages
    left join {{ ref('cdc_topic_rules') }} as topics
        on avro_messages.kafka_cluster = topics.kafka_cluster and avro_messages.kafka_topic = topics.kafka_topic
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', rosetta_cdc.canal_envelope(), by_parts=rosetta_cdc.canal_message_by_rows()) }}
),

changes as (
    {{ rosetta_cdc.canal_rows('parsed') }}
),

-- TiCDC's commit tells more than its id, which is always 0.
positioned as (
    select
        *,
        coalesce(message.`_tidb`['commitTs'], message.id) as source_position,
        -- Its id is 0, that of Canal a number of a batch.
        source_format = 'canal' and message.id = '0' and (message.`_tidb` is not null or message.gtid is null) as is_of_ticdc,
        -- Flink, Flink CDC, SeaTunnel and InLong write rows that they hold as a whole, and no id.
        source_format = 'canal' and message.id is null as is_of_sink,
        nullif({{ rosetta_cdc.distinct_names('message.pkNames') }}, cast(array() as array<string>)) as key_names
    from changes
),

checked as (
    select
        *,
        case
            when source_format = 'drs_avro' then false
            -- A sink need not write more than the row and the operation.
            when source_format = 'canal'
                then message.isDdl is null and message.columnType is null and (source_op is null or coalesce(data_row, old_row) is null)
            else
                (message.isDdl is null and message.columnType is null)
                or if(source_format = 'oms_canal', message.id is not null, message.id is null and message.opType is null)
        end as is_foreign,
        -- Where the row of a DELETE stands tells the vendors apart. `canal` serves unregistered topics of several.
        case when op = 'delete' and (old_row is null) <> (data_row is null) then case concat_ws(' ', source_format, if(old_row is null, 'data', 'old'))
            when 'drs_json data' then 'the row of a DELETE is in data, as DRS JSON-C writes it'
            when 'dts_canal_legacy data' then 'the row of a DELETE is in data, as instances created or restarted since 2022-03-20 write it'
            when 'drs_json_c old' then 'the row of a DELETE is in old, as DRS JSON writes it'
            when 'oms_canal old' then 'the row of a DELETE is in old, which OMS does not write'
            when 'dts_canal old' then 'the row of a DELETE is in old, as instances created before 2022-03-20 write it'
        end end as misplaced,
        -- The key alone: of a deleted row with binlog_row_image=MINIMAL, or where TiCDC is told to; of a row that is too large for TiCDC, which says so in
        -- its extension alone.
        case
            when op = 'delete' or is_of_ticdc and message.`_tidb` is null
                then size(array_except(map_keys(coalesce(data_row, old_row)), key_names)) = 0
        end as is_key_alone,
        coalesce(is_of_ticdc or is_of_sink, false) as sends_whole_rows,
        coalesce(is_of_ticdc or is_of_sink or topic_options['row_image'] = 'full', false) as all_is_known,
        op = 'update' and source_format <> 'dts_canal_legacy'
        and ({{ rosetta_cdc.canal_is_partial('data_row', 'old_row', 'key_names', 'all_is_known') }}) as is_rebuilt,
        {{ rosetta_cdc.checked_fields({
            'committed_at': ['message.es', 'milliseconds'],
            'produced_at': ['message.ts', 'milliseconds'],
            'batch_number': ['source_position', 'whole number', 'id']
        }) }}
    from positioned
),

mapped as (
    select
        checked.* except (
            message, message_error, decoding_error, decoding_error_detail, data_row, old_row, row_is_broken, is_foreign, misplaced, is_key_alone, is_rebuilt,
            unusable, topic_options, topic_table, is_of_ticdc, is_of_sink, sends_whole_rows, all_is_known, key_names, batch_number,
            lacks_documents
        ),
        coalesce(decoding_error, message_error) as message_error,
        message.`database` as database_name,
        nullif(message.`schema`, '') as schema_name,
        nullif(rtrim(message.`table`), '') as table_name,
        key_names as declared_key,
        {{ rosetta_cdc.registered_kafka_key() }} as bare_key,
        'declared' as declared_key_basis,
        coalesce(message.mysqlType, message.columnType) as column_types,
        if(message.`_tidb`['commitTs'] is null, 'statement', 'commit') as committed_at_basis,
        -- Canal numbers its batches. Within one, the number at the end of a GTID (MySQL, MariaDB) orders transactions that lie in several partitions.
        coalesce(
            case
                when source_format = 'canal' and not is_of_ticdc
                    then try_cast(concat(batch_number, lpad(nullif(regexp_extract(message.gtid, '[0-9]+$', 0), ''), 19, '0')) as decimal(38, 0))
            end,
            batch_number
        ) as sequence_number,
        coalesce(message.gtid, message.`_tidb`['commitTs']) as transaction_id,
        case when event_kind in ('ddl', 'truncate') then nullif(message.sql, '') end as ddl_text,
        {{ rosetta_cdc.metadata({
            'isDdl': 'message.isDdl',
            'sqlType': "if(source_format in ('oms_canal', 'drs_avro'), regexp_replace(message.sqlType, r':\"(-?[0-9]+)\"', ':$1'), message.sqlType)",
            'sql': "case when event_kind not in ('ddl', 'truncate') then nullif(message.sql, '') end",
            'table': "case when message.`table` <> rtrim(message.`table`) then message.`table` end",
            'serverId': 'message.serverId',
            'dbType': 'message.dbType',
            'dataSourceName': 'message.dataSourceName',
            'isHeartbeat': 'message.isHeartbeat',
            '_tidb': 'to_json(message.`_tidb`)',
            'before_reconstructed': "case when is_rebuilt then 'true' end"
        }) }} as source_metadata,
        if(decoding_error is not null, struct(decoding_error as code, decoding_error_detail as detail), {{ rosetta_cdc.first_problem([
            ('format_mismatch', 'is_foreign'),
            ('missing_field', 'source_op is null', "'neither type nor opType names the operation'"),
            ('format_mismatch', 'misplaced is not null', 'misplaced'),
            (
                'row_not_sent',
                "message.`_tidb`['claimCheckLocation'] is not null or message.`_tidb`['onlyHandleKey'] = 'true' and op <> 'delete'"
                    ~ " or is_of_ticdc and is_key_alone and op = 'update' and (size(old_row) = 0 or to_json(old_row) = to_json(data_row))",
                "'TiCDC has sent the key of the row, or where the change lies, in its place'"
            ),
            (
                'missing_field',
                "event_kind = 'row_change' and nullif(rtrim(message.`table`), '') is null and topic_table is null",
                rosetta_cdc.unnamed_table()
            ),
            ('unknown_operation', "op = 'unknown' and (data_row is not null or old_row is not null)"),
            ('invalid_field', 'unusable is not null'),
            ('row_not_an_object', 'row_is_broken', "'the element of data or old at this index is no object'")
        ]) }}) as problem,
        -- DRS JSON and older DTS instances put the row of a DELETE into old. The latter write the row after an UPDATE to old, before it to data.
        case
            when op = 'delete' and source_format in ('drs_json', 'dts_canal_legacy') then old_row
            when op = 'delete' and source_format in ('canal', 'drs_avro') then coalesce(data_row, old_row)
            when op = 'delete' then data_row
            when op = 'update' and source_format = 'dts_canal_legacy' then data_row
            -- `old` may hold the changed columns only: an absent column is unchanged, a null value was NULL.
            when is_rebuilt then {{ rosetta_cdc.canal_former_row(
                'data_row', 'old_row', 'coalesce(message.mysqlType, message.columnType)', '(all_is_known or key_names is null)'
            ) }}
            when op = 'update' and size(old_row) > 0 then old_row
        end as before,
        case
            when op = 'update' and source_format = 'dts_canal_legacy' then old_row
            when op = 'update' and source_format = 'oms_canal' then {{ rosetta_cdc.oms_sent_values('data_row', 'old_row', 'message.mysqlType') }}
            when op <> 'delete' then data_row
        end as after,
        -- Server or session may log but the key before a change, and only what changed after it. Before a change of a table without a key all columns are
        -- logged, but `old` has only those that changed.
        case
            when is_key_alone then false
            -- TiCDC may send a unique key in its place, and then names no key.
            when op = 'delete' then if(if(is_of_ticdc, key_names is not null, is_of_sink or key_names is null), true, null)
            when size(before) < size(after) then false
            when sends_whole_rows then true
        end as before_complete,
        case when is_key_alone or lacks_documents and op = 'update' then false when op <> 'update' or sends_whole_rows then true end as after_complete
    from checked
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
