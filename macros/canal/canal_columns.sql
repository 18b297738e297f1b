{#-
    The columns that every format in Canal's layout maps alike; images and what a format contradicts are the model's.

    Needs the columns of `canal_rows`, has_id (do the format's messages carry `id`; OMS's do not), is_foreign (lacks what every message of the format has), misplaced (text, null where the message's rows stand where the format
    puts them, else what is wrong), is_rebuilt (was the row before the UPDATE made of `data` and a partial `old`), committed_at, produced_at,
    sequence_number and unusable (names of envelope fields that could not be read).
    Source: DRS Table 1 and 2, OMS Canal-compatible message, DTS Canal Json parameters.
-#}
{% macro canal_columns() -%}
    message.`database` as database_name,
        rtrim(message.`table`) as table_name,
        nullif(array_distinct(array_compact(message.pkNames)), cast(array() as array<string>)) as declared_key,
        'declared' as declared_key_basis,
        coalesce(message.mysqlType, message.columnType) as column_types,
        'statement' as committed_at_basis,
        message.id as source_position,
        message.gtid as transaction_id,
        case when event_kind in ('ddl', 'truncate') then nullif(message.sql, '') end as ddl_text,
        {{ metadata({
            'isDdl': 'message.isDdl',
            'sqlType': "if(has_id, message.sqlType, regexp_replace(message.sqlType, r':\"(-?[0-9]+)\"', ':$1'))",
            'sql': "case when event_kind not in ('ddl', 'truncate') then nullif(message.sql, '') end",
            'table': "case when message.`table` <> rtrim(message.`table`) then message.`table` end",
            'serverId': 'message.serverId',
            'dbType': 'message.dbType',
            'dataSourceName': 'message.dataSourceName',
            'isHeartbeat': 'message.isHeartbeat',
            'before_reconstructed': "case when is_rebuilt then 'true' end"
        }) }} as source_metadata,
        case
            when is_foreign
                then 'format_mismatch'
            when source_op is null then 'missing_field'
            when misplaced is not null then 'format_mismatch'
            when op = 'unknown' and (data_row is not null or old_row is not null) then 'unknown_operation'
            when unusable is not null then 'invalid_field'
            when row_is_broken then 'row_not_an_object'
        end as row_error,
        case
            when is_foreign
                then null
            when source_op is null then 'neither type nor opType names the operation'
            when misplaced is not null then misplaced
            when op = 'unknown' then 'a row under an operation that the format does not document'
            when unusable is not null then concat('not readable: ', unusable)
            when row_is_broken then 'the element of data or old at this index is no object'
        end as row_error_detail
{%- endmacro %}
