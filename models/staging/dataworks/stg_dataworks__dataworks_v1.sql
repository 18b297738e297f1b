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
    {{ cdc_messages(['dataworks_v1']) }}
),

parsed as (
    {{ parse_messages('messages', envelope, numbers=has_json_numbers(['dataworks_v1'])) }}
),

images as (
    select
        *,
        message.payload.op as source_op,
        upper(message.payload.op) as operation,
        message.payload.before.dataColumn as before,
        message.payload.after.dataColumn as after
    from parsed
),

classified as (
    select
        *,
        case
            when operation in ('INSERT', 'UPDATE', 'UPDATE_BEFOR', 'UPDATE_BEFORE', 'UPDATE_AFTER', 'DELETE') then 'row_change'
            when operation = 'TRUNCATE' then 'truncate'
            when operation in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX') then 'ddl'
            when operation in ('TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK') then 'transaction'
            when operation in ('MHEARTBEAT', 'HEARTBEAT') then 'heartbeat'
            else 'marker'
        end as event_kind,
        case
            -- A full load writes inserts without a position.
            when operation = 'INSERT' then if(message.payload.sequenceId = '-1', 'snapshot', 'insert')
            when operation in ('UPDATE_BEFOR', 'UPDATE_BEFORE') then 'update_before'
            -- One record for an update bears the name of the second half, but both images.
            when operation = 'UPDATE_AFTER' then if(before is null, 'update_after', 'update')
            when operation in ('UPDATE', 'DELETE', 'TRUNCATE') then lower(operation)
            when operation not in (
                'CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'TRANSACTION_BEGIN', 'TRANSACTION_END',
                'XACOMMIT', 'XAROLLBACK', 'MHEARTBEAT', 'HEARTBEAT', 'QUERY', 'GTID'
            ) then 'unknown'
        end as op
    from images
),

timed as (
    select
        *,
        {{ epoch_timestamp('message.payload.timestamp.eventTime', 'milliseconds') }} as committed_at,
        {{ epoch_timestamp('message.payload.timestamp.systemTime', 'milliseconds') }} as read_at,
        {{ unusable_fields({
            'payload.timestamp.eventTime': ['message.payload.timestamp.eventTime', epoch_timestamp('message.payload.timestamp.eventTime', 'milliseconds')],
            'payload.timestamp.systemTime': ['message.payload.timestamp.systemTime', epoch_timestamp('message.payload.timestamp.systemTime', 'milliseconds')]
        }) }} as unusable
    from classified
),

mapped as (
    select
        timed.* except (message, operation, unusable),
        message.schema.source.dbName as database_name,
        message.schema.source.schemaName as schema_name,
        message.schema.source.tableName as table_name,
        case
            when size(message.schema.primaryKey) > 0 then {{ distinct_names('message.schema.primaryKey') }}
            -- Columns that DataWorks adds where the table has no key: the hidden row id of Alibaba's RDS, Oracle's ROWID.
            when exists(message.schema.dataColumn, c -> c.name = '#alibaba_rds_row_id#') then array('#alibaba_rds_row_id#')
            when lower(message.schema.source.dbType) like 'oracle%' and exists(message.schema.dataColumn, c -> c.name = 'rowid') then array('rowid')
        end as declared_key,
        if(size(message.schema.primaryKey) > 0, 'declared', 'surrogate') as declared_key_basis,
        true as before_complete,
        true as after_complete,
        {{ column_types_from_list('message.schema.dataColumn') }} as column_types,
        'statement' as committed_at_basis,
        message.payload.sequenceId as source_position,
        {{ whole_number('message.payload.sequenceId') }} as sequence_number,
        -- Both halves of a split update bear one sequence id.
        case
            when op in ('update_before', 'update_after') and {{ is_given('message.payload.sequenceId') }}
                then concat_ws('/', message.payload.timestamp.eventTime, message.payload.sequenceId)
        end as pair_token,
        case when event_kind in ('ddl', 'truncate') then message.payload.ddl.text end as ddl_text,
        {{ metadata({
            'version': 'message.version',
            'schema.source.dbType': 'message.schema.source.dbType',
            'schema.source.dbVersion': 'message.schema.source.dbVersion',
            'payload.scn': 'message.payload.scn',
            'payload.timestamp.checkpointTime': 'message.payload.timestamp.checkpointTime',
            'payload.ddl.text': "case when event_kind not in ('ddl', 'truncate') then message.payload.ddl.text end",
            'payload.ddl.ddlMeta': 'message.payload.ddl.ddlMeta'
        }) }} as source_metadata,
        case
            when message.payload is null or message.version like '2.%' then 'format_mismatch'
            when source_op is null then if(message.payload.timestamp is null, 'format_mismatch', 'missing_field')
            when op = 'unknown' and (before is not null or after is not null) then 'unknown_operation'
            when unusable is not null then 'invalid_field'
        end as row_error,
        case
            when message.payload is null or message.version like '2.%' then null
            when source_op is null then 'payload.op is missing'
            when op = 'unknown' then 'a row under an operation that the format does not document'
            when unusable is not null then concat('not readable: ', unusable)
        end as row_error_detail
    from timed
),

staged as (
    {{ staged_rows('mapped', absent=[
        'row_index', 'rows_in_record', 'key_values', 'produced_at', 'transaction_id', 'transaction_order'
    ]) }}
)

select * from staged
