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
    {{ cdc_messages(['oms_dataworks_v2']) }}
),

parsed as (
    {{ parse_messages('messages', envelope, numbers=has_json_numbers(['oms_dataworks_v2'])) }}
),

images as (
    select
        *,
        message.payload.op as source_op,
        upper(message.payload.op) as operation,
        message.payload.before.data as before,
        message.payload.after.data as after
    from parsed
),

classified as (
    select
        *,
        case
            when operation in ('INSERT', 'UPDATE', 'DELETE') then 'row_change'
            when operation = 'TRUNCATE' then 'truncate'
            when operation in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX') then 'ddl'
            when operation in ('TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK') then 'transaction'
            when operation = 'HEARTBEAT' then 'heartbeat'
            else 'marker'
        end as event_kind,
        case
            when operation in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE') then lower(operation)
            when operation not in (
                'CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'TRANSACTION_BEGIN', 'TRANSACTION_END',
                'XACOMMIT', 'XAROLLBACK', 'HEARTBEAT', 'QUERY', 'GTID'
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
        message.schema.source.schema as schema_name,
        message.schema.source.`table` as table_name,
        case when size(message.schema.pk) > 0 then {{ distinct_names('message.schema.pk') }} end as declared_key,
        'declared' as declared_key_basis,
        true as before_complete,
        true as after_complete,
        {{ column_types_from_list('message.schema.column') }} as column_types,
        'statement' as committed_at_basis,
        nullif(message.payload.scn, 'null') as source_position,
        {{ whole_number('message.payload.scn') }} as sequence_number,
        case when event_kind in ('ddl', 'truncate') then message.payload.ddl.text end as ddl_text,
        {{ metadata({
            'version': 'message.version',
            'schema.source.dbType': 'message.schema.source.dbType',
            'schema.source.dbVersion': 'message.schema.source.dbVersion',
            'payload.timestamp.checkpointTime': 'message.payload.timestamp.checkpointTime',
            'payload.ddl.text': "case when event_kind not in ('ddl', 'truncate') then message.payload.ddl.text end",
            'extend': 'message.extend'
        }) }} as source_metadata,
        case
            when message.payload is null or (message.version not like '2.%' and message.payload.op is not null) then 'format_mismatch'
            when source_op is null then if(message.payload.timestamp is null, 'format_mismatch', 'missing_field')
            when op = 'unknown' and (before is not null or after is not null) then 'unknown_operation'
            when unusable is not null then 'invalid_field'
        end as row_error,
        case
            when message.payload is null or message.version not like '2.%' then null
            when source_op is null then 'payload.op is missing'
            when op = 'unknown' then 'a row under an operation that the format does not document'
            when unusable is not null then concat('not readable: ', unusable)
        end as row_error_detail
    from timed
),

-- The documents call `pk` the primary or a unique key; a unique key with NULL identifies no row.
staged as (
    {{ staged_rows('mapped', null_keys=false, absent=[
        'row_index', 'rows_in_record', 'key_values', 'produced_at', 'transaction_id', 'transaction_order', 'pair_token'
    ]) }}
)

select * from staged
