{#-
    One row for every row change of a message in Canal's layout, one for any other message.

    relation: CTE made by `parse_messages` with `canal_envelope` and `canal_message_by_rows`.

    Returns the relation's columns, message without `data` and `old`, and row_index, rows_in_record, data_row, old_row (map<string,string>: the
    element of `data` and `old` at that index), row_is_broken (an element that is no object), lacks_documents, source_op, event_kind, op.
    A null element is none where the other list has the row: TiCDC wrote `old` [null] for an INSERT. Where `data` and `old` of an UPDATE have not as many elements, nothing tells which belong
    together: `old` is left out (Canal leaves an empty row out of `data` but not out of `old`).
    With binlog_row_value_options=PARTIAL_JSON the row after an UPDATE has the change of a JSON column in its place, `JSON_REPLACE(doc, '$.a', 2)`: the row then lacks the column
    (Canal, JsonDiffConversion). lacks_documents is true where that may be, which costs least to see: a text of the message begins like such a call.
    What a message says of all its rows is read before they are told apart, and `data` and `old` end there: every step copies what goes on.
-#}
{% macro canal_rows(relation) -%}
    {%- set operation = 'upper(coalesce(message.type, message.opType))' -%}
    {%- set row_operations = "('INSERT', 'UPDATE', 'DELETE', 'INIT', 'ROW')" -%}
    {%- set ddl_operations = "('DDL', 'INIT_DDL', 'CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX')" -%}
    {%- set is_json_change = "message.mysqlType[column] = 'json' and startswith(value, 'JSON_')" -%}
    {%- set transaction_operations = "('TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK')" -%}
    select
        {{ relation }}.* except (message, is_malformed),
        struct(message.* except (data, `old`)) as message,
        is_malformed and message is null as is_malformed,
        is_malformed as is_read_by_rows,
        coalesce(message.type, message.opType) as source_op,
        case
            when lower(message.isHeartbeat) = 'true' or {{ operation }} = 'TIDB_WATERMARK' then {{ rosetta_cdc._operation('heartbeat') }}
            when {{ operation }} in {{ row_operations }} then case
                when coalesce(message.data, message.`old`) is not null
                    and coalesce(size(message.data), 0) <= 0 and coalesce(size(message.`old`), 0) <= 0 then {{ rosetta_cdc._operation('marker') }}
                when {{ operation }} in ('INIT', 'ROW') then {{ rosetta_cdc._operation('row_change', "'snapshot'") }}
                else {{ rosetta_cdc._operation('row_change', 'lower(' ~ operation ~ ')') }}
            end
            when {{ operation }} = 'TRUNCATE' then {{ rosetta_cdc._operation('truncate', "'truncate'") }}
            when {{ operation }} in {{ ddl_operations }} or lower(message.isDdl) = 'true' then case
                when {{ rosetta_cdc.is_truncate('message.sql') }} then {{ rosetta_cdc._operation('truncate', "'truncate'") }}
                else {{ rosetta_cdc._operation('ddl') }}
            end
            when {{ operation }} in {{ transaction_operations }} then {{ rosetta_cdc._operation('transaction') }}
            when message is not null
                then {{ rosetta_cdc._operation('marker', 'case when ' ~ operation ~ " not in ('QUERY', 'GTID') then 'unknown' end") }}
        end as operation,
        contains(message_text, '"JSON_') as lacks_documents,
        coalesce(size(message.data), -1) as data_size,
        coalesce(size(message.`old`), -1) as old_size,
        case
            when message.data is not null or message.`old` is not null then arrays_zip(
                coalesce(
                    if(lacks_documents, transform(message.data, row -> map_filter(row, (column, value) -> not coalesce({{ is_json_change }}, false))), message.data),
                    array()
                ),
                coalesce(message.`old`, array())
            )
        end as pairs
    from {{ relation }}

    |> select *, posexplode_outer(pairs) as (row_number, pair)

    |> select
        * except (operation, pairs, data_size, old_size, row_number, pair, is_read_by_rows),
        operation.event_kind,
        operation.op,
        coalesce(row_number, 0) as row_index,
        greatest(data_size, old_size, 1) as rows_in_record,
        pair.`0` as data_row,
        if(operation.op = 'update' and data_size > 0 and old_size > 0 and data_size <> old_size, null, pair.`1`) as old_row,
        pair.`0` is null and pair.`1` is null and row_number is not null
        or is_read_by_rows and (pair.`0` is null and row_number < data_size or pair.`1` is null and row_number < old_size) as row_is_broken
{%- endmacro %}

{#- What an operation is called in `staged_columns`: a struct. op: SQL expression, none where the kind of event has no operation. -#}
{% macro _operation(event_kind, op='cast(null as string)') -%}
    struct('{{ event_kind }}' as event_kind, {{ op }} as op)
{%- endmacro %}
