{% set envelope %}
    version string,
    schema struct<
        source struct<dbType string, dbVersion string, dbName string, schema string, `table` string>,
        column array<struct<name string, type string>>,
        pk array<string>
    >,
    payload struct<
        before struct<data map<string, string>>,
        after struct<data map<string, string>>,
        op string,
        timestamp struct<eventTime string, systemTime string, checkpointTime string>,
        ddl struct<text string>,
        scn string
    >,
    extend string
{% endset %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['oms_dataworks_v2']) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope) }}
),

images as (
    select
        *,
        message.payload.op as source_op,
        message.payload.before.data as before,
        case
            when message.payload.op = 'UPDATE'
                then {{ rosetta_cdc.oms_sent_values(
                    'message.payload.after.data', 'message.payload.before.data', rosetta_cdc.column_types_from_list('message.schema.column')
                ) }}
            else message.payload.after.data
        end as after,
        {{ rosetta_cdc.operation_columns('message.payload.op', {
            'insert': ['INSERT'],
            'update': ['UPDATE'],
            'delete': ['DELETE'],
            'truncate': ['TRUNCATE'],
            'ddl': ['CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX'],
            'transaction': ['TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK'],
            'heartbeat': ['HEARTBEAT'],
            'marker': ['QUERY', 'GTID']
        }) }},
        {{ rosetta_cdc.checked_fields({
            'committed_at': ['message.payload.timestamp.eventTime', 'milliseconds'],
            'read_at': ['message.payload.timestamp.systemTime', 'milliseconds']
        }) }}
    from parsed
),

mapped as (
    select
        images.* except (message, unusable),
        message.schema.source.dbName as database_name,
        message.schema.source.schema as schema_name,
        message.schema.source.`table` as table_name,
        case when size(message.schema.pk) > 0 then {{ rosetta_cdc.distinct_names('message.schema.pk') }} end as declared_key,
        'declared' as declared_key_basis,
        -- The schema lists the table's columns.
        size(before) >= array_size(message.schema.column) as before_complete,
        if(op = 'insert', true, size(after) >= array_size(message.schema.column)) as after_complete,
        {{ rosetta_cdc.column_types_from_list('message.schema.column') }} as column_types,
        'statement' as committed_at_basis,
        nullif(message.payload.scn, 'null') as source_position,
        {{ rosetta_cdc.whole_number('message.payload.scn') }} as sequence_number,
        case when event_kind in ('ddl', 'truncate') then message.payload.ddl.text end as ddl_text,
        {{ rosetta_cdc.metadata({
            'version': 'message.version',
            'schema.source.dbType': 'message.schema.source.dbType',
            'schema.source.dbVersion': 'message.schema.source.dbVersion',
            'payload.timestamp.checkpointTime': 'message.payload.timestamp.checkpointTime',
            'payload.ddl.text': "case when event_kind not in ('ddl', 'truncate') then message.payload.ddl.text end",
            'extend': 'message.extend'
        }) }} as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', "message.payload is null or (message.version not like '2.%' and message.payload.op is not null)"),
            ('format_mismatch', 'source_op is null and message.payload.timestamp is null', "'payload.op is missing'"),
            ('missing_field', 'source_op is null', "'payload.op is missing'"),
            ('unknown_operation', "op = 'unknown' and (before is not null or after is not null)"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from images
),

-- The documents call `pk` the primary or a unique key; a unique key with NULL identifies no row.
staged as (
    {{ rosetta_cdc.staged_rows('mapped', null_keys=false) }}
)

select * from staged
