{#-
    The columns that every format in Canal's layout maps alike; the images are each model's own.

    has_id: whether the format's messages carry `id` (OMS's do not). contradiction: SQL text, null where the message's rows stand where the format
    puts them, else what is wrong (the cause of a format_mismatch). sql_type: SQL expression of the text of `sqlType`. rebuilds_before: whether the row before an UPDATE is made of
    `data` and a partial `old`.
    Source: DRS Table 1 and 2, OMS Canal-compatible message, DTS Canal Json parameters.
-#}
{% macro canal_columns(has_id, contradiction, sql_type='message.sqlType', rebuilds_before=true) -%}
    row_index,
        rows_in_record,
        message.`database` as database_name,
        rtrim(message.`table`) as table_name,
        event_kind,
        op,
        source_op,
        nullif(array_distinct(array_compact(message.pkNames)), cast(array() as array<string>)) as declared_key,
        'declared' as declared_key_basis,
        coalesce(message.mysqlType, message.columnType) as column_types,
        {{ epoch_timestamp('message.es', 'milliseconds') }} as committed_at,
        'statement' as committed_at_basis,
        {{ epoch_timestamp('message.ts', 'milliseconds') }} as produced_at,
        message.id as source_position,
        {{ whole_number('message.id') }} as sequence_number,
        message.gtid as transaction_id,
        case when event_kind in ('ddl', 'truncate') then nullif(message.sql, '') end as ddl_text,
        {{ metadata({
            'isDdl': 'message.isDdl',
            'sqlType': sql_type,
            'sql': "case when event_kind not in ('ddl', 'truncate') then nullif(message.sql, '') end",
            'table': "case when message.`table` <> rtrim(message.`table`) then message.`table` end",
            'serverId': 'message.serverId',
            'dbType': 'message.dbType',
            'dataSourceName': 'message.dataSourceName',
            'isHeartbeat': 'message.isHeartbeat',
            'before_reconstructed': "case when op = 'update' and " ~ canal_is_partial('data_row', 'old_row') ~ " then 'true' end" if rebuilds_before else 'null'
        }) }} as source_metadata,
        case
            when message.isDdl is null and message.columnType is null {{ 'or (message.id is null and message.opType is null)' if has_id else 'or message.id is not null' }}
                then 'format_mismatch'
            when source_op is null then 'missing_field'
            when {{ contradiction }} is not null then 'format_mismatch'
            when op = 'unknown' and (data_row is not null or old_row is not null) then 'unknown_operation'
            when {{ unusable_fields(canal_times(has_id)) }} is not null then 'invalid_field'
            when row_is_broken then 'row_not_an_object'
        end as row_error,
        case
            when message.isDdl is null and message.columnType is null {{ 'or (message.id is null and message.opType is null)' if has_id else 'or message.id is not null' }}
                then null
            when source_op is null then 'neither type nor opType names the operation'
            when {{ contradiction }} is not null then {{ contradiction }}
            when op = 'unknown' then 'a row under an operation that the format does not document'
            when {{ unusable_fields(canal_times(has_id)) }} is not null then concat('not readable: ', {{ unusable_fields(canal_times(has_id)) }})
            when row_is_broken then 'the element of data or old at this index is no object'
        end as row_error_detail
{%- endmacro %}

{#- Envelope fields of Canal's layout that must be numbers where they are given: path -> [text, value]. -#}
{% macro canal_times(has_id) -%}
    {%- set fields = {
        'es': ['message.es', epoch_timestamp('message.es', 'milliseconds')],
        'ts': ['message.ts', epoch_timestamp('message.ts', 'milliseconds')]
    } -%}
    {%- if has_id %}{% do fields.update({'id': ['message.id', whole_number('message.id')]}) %}{% endif -%}
    {{ return(fields) }}
{%- endmacro %}
