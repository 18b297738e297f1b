{% set envelope %}
    schema struct<
        dataColumn array<struct<name string, type string>>,
        primaryKey array<string>,
        source struct<dbType string, dbVersion string, dbName string, schemaName string, tableName string>
    >,
    payload struct<
        before struct<dataColumn map<string, string>>,
        after struct<dataColumn map<string, string>>,
        sequenceId string,
        scn string,
        op string,
        timestamp struct<eventTime string, systemTime string, checkpointTime string>,
        ddl struct<text string, ddlMeta string>
    >,
    version string
{% endset %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['dataworks_v1']) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope) }}
),

images as (
    select
        *,
        message.payload.op as source_op,
        message.payload.before.dataColumn as before,
        message.payload.after.dataColumn as after
    from parsed
),

classified as (
    select
        *,
        -- A full load writes inserts without a position. One record for an update bears the name of the second half, but both images.
        {{ rosetta_cdc.operation_columns('source_op', {
            'snapshot': "upper(source_op) = 'INSERT' and message.payload.sequenceId = '-1'",
            'insert': ['INSERT'],
            'update_before': ['UPDATE_BEFOR', 'UPDATE_BEFORE'],
            'update_after': "upper(source_op) = 'UPDATE_AFTER' and before is null",
            'update': ['UPDATE', 'UPDATE_AFTER'],
            'delete': ['DELETE'],
            'truncate': ['TRUNCATE'],
            'ddl': ['CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX'],
            'transaction': ['TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK'],
            'heartbeat': ['MHEARTBEAT', 'HEARTBEAT'],
            'marker': ['QUERY', 'GTID']
        }) }}
    from images
),

timed as (
    select
        *,
        {{ rosetta_cdc.checked_fields({
            'committed_at': ['message.payload.timestamp.eventTime', 'milliseconds'],
            'read_at': ['message.payload.timestamp.systemTime', 'milliseconds']
        }) }}
    from classified
),

mapped as (
    select
        timed.* except (message, unusable),
        message.schema.source.dbName as database_name,
        message.schema.source.schemaName as schema_name,
        message.schema.source.tableName as table_name,
        case
            when size(message.schema.primaryKey) > 0 then {{ rosetta_cdc.distinct_names('message.schema.primaryKey') }}
            -- Columns that DataWorks adds where the table has no key: the hidden row id of Alibaba's RDS, Oracle's ROWID.
            when exists(message.schema.dataColumn, c -> c.name = '#alibaba_rds_row_id#') then array('#alibaba_rds_row_id#')
            when lower(message.schema.source.dbType) like 'oracle%' and exists(message.schema.dataColumn, c -> c.name = 'rowid') then array('rowid')
        end as declared_key,
        if(size(message.schema.primaryKey) > 0, 'declared', 'surrogate') as declared_key_basis,
        -- The schema lists the table's columns.
        size(before) >= array_size(message.schema.dataColumn) as before_complete,
        if(op in ('insert', 'snapshot'), true, size(after) >= array_size(message.schema.dataColumn)) as after_complete,
        {{ rosetta_cdc.column_types_from_list('message.schema.dataColumn') }} as column_types,
        'statement' as committed_at_basis,
        message.payload.sequenceId as source_position,
        {{ rosetta_cdc.whole_number('message.payload.sequenceId') }} as sequence_number,
        -- Both halves of a split update bear one sequence id.
        case
            when op in ('update_before', 'update_after') and {{ rosetta_cdc.is_given('message.payload.sequenceId') }}
                then concat_ws('/', message.payload.timestamp.eventTime, message.payload.sequenceId)
        end as pair_token,
        case when event_kind in ('ddl', 'truncate') then message.payload.ddl.text end as ddl_text,
        {{ rosetta_cdc.metadata({
            'version': 'message.version',
            'schema.source.dbType': 'message.schema.source.dbType',
            'schema.source.dbVersion': 'message.schema.source.dbVersion',
            'payload.scn': 'message.payload.scn',
            'payload.timestamp.checkpointTime': 'message.payload.timestamp.checkpointTime',
            'payload.ddl.text': "case when event_kind not in ('ddl', 'truncate') then message.payload.ddl.text end",
            'payload.ddl.ddlMeta': 'message.payload.ddl.ddlMeta'
        }) }} as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', "message.payload is null or message.version like '2.%'"),
            ('format_mismatch', 'source_op is null and message.payload.timestamp is null', "'payload.op is missing'"),
            ('missing_field', 'source_op is null', "'payload.op is missing'"),
            ('unknown_operation', "op = 'unknown' and (before is not null or after is not null)"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from timed
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
