{#-
    One row for every row change of a message in Canal's layout, one for any other message.

    relation: CTE made by `parse_messages` with `canal_envelope` and `canal_message_by_rows`.

    Returns the relation's columns and row_index, rows_in_record, data_row, old_row (map<string,string>: the element of `data` and `old`
    at that index), row_is_broken (an element that is no object), source_op, event_kind, op.
-#}
{% macro canal_rows(relation) -%}
    {%- set row_operations = "('INSERT', 'UPDATE', 'DELETE', 'INIT', 'ROW')" -%}
    {%- set ddl_operations = "('DDL', 'INIT_DDL', 'CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX')" -%}
    {%- set transaction_operations = "('TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK')" -%}
    select
        {{ relation }}.* except (is_malformed),
        is_malformed and message is null as is_malformed,
        coalesce(message.type, message.opType) as source_op,
        upper(coalesce(message.type, message.opType)) as operation,
        coalesce(row_index, 0) as row_index,
        greatest(size(message.data), size(message.`old`), 1) as rows_in_record,
        pair.`0` as data_row,
        pair.`1` as old_row,
        (pair.`0` is null and row_index < size(message.data)) or (pair.`1` is null and row_index < size(message.`old`)) as row_is_broken
    from {{ relation }}
    lateral view outer
        posexplode(case
            when message.data is not null or message.`old` is not null then arrays_zip(
                coalesce(message.data, cast(array() as array<map<string, string>>)),
                coalesce(message.`old`, cast(array() as array<map<string, string>>))
            )
        end) pairs as row_index, pair

    |> extend
        case
            when lower(message.isHeartbeat) = 'true' then 'heartbeat'
            when operation in {{ row_operations }}
                then if(coalesce(message.data, message.`old`) is not null and coalesce(size(message.data), 0) <= 0 and coalesce(size(message.`old`), 0) <= 0,
                    'marker', 'row_change')
            when operation = 'TRUNCATE' then 'truncate'
            when operation in {{ ddl_operations }} or lower(message.isDdl) = 'true' then if({{ is_truncate('message.sql') }}, 'truncate', 'ddl')
            when operation in {{ transaction_operations }} then 'transaction'
            when message is not null then 'marker'
        end as event_kind

    |> extend
        case
            when event_kind = 'truncate' then 'truncate'
            when event_kind = 'row_change' and operation in ('INIT', 'ROW') then 'snapshot'
            when event_kind = 'row_change' then lower(operation)
            when event_kind = 'marker' and operation not in {{ row_operations }} and operation not in ('QUERY', 'GTID') then 'unknown'
        end as op

    |> drop operation
{%- endmacro %}
