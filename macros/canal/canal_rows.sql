{#-
    One row for every row change of a message in Canal's layout, one for any other message.

    relation: CTE made by `parse_messages` with `canal_envelope`. numbers: see `exact_text`.

    Returns the relation's columns and row_index, rows_in_record, data_row, old_row (map<string,string>: the element of `data` and `old`
    at that index), row_is_broken (an element that is no object), source_op, event_kind, op.

    Spark gives up a whole `data` array for one element that is no object. Such a message alone is parsed a second time, element by
    element, so that the broken row's siblings come through.
-#}
{% macro canal_rows(relation, numbers) -%}
    with

    mended as (
        select
            {{ relation }}.* except (message, is_malformed),
            mending.message,
            is_malformed and mending.message is null as is_malformed
        from {{ relation }}
        lateral view
            inline(array(struct(
                case
                    when is_malformed and message_error is null then {{ canal_message_by_rows(numbers) }}
                    else {{ relation }}.message
                end as message
            ))) mending as message
    ),

    numbered as (
        select
            mended.*,
            coalesce(message.type, message.opType) as source_op,
            upper(coalesce(message.type, message.opType)) as operation,
            coalesce(row_index, 0) as row_index,
            greatest(size(message.data), size(message.`old`), 1) as rows_in_record,
            pair.`0` as data_row,
            pair.`1` as old_row,
            (pair.`0` is null and row_index < size(message.data)) or (pair.`1` is null and row_index < size(message.`old`)) as row_is_broken
        from mended
        lateral view outer
            posexplode(case
                when message.data is not null or message.`old` is not null then arrays_zip(
                    coalesce(message.data, cast(array() as array<map<string, string>>)),
                    coalesce(message.`old`, cast(array() as array<map<string, string>>))
                )
            end) pairs as row_index, pair
    )

    select
        numbered.* except (operation),
        case
            when lower(message.isHeartbeat) = 'true' then 'heartbeat'
            when operation in ('INSERT', 'UPDATE', 'DELETE', 'INIT', 'ROW')
                then case when size(message.data) <= 0 and size(message.`old`) <= 0 and (message.data is not null or message.`old` is not null)
                    then 'marker' else 'row_change' end
            when operation = 'TRUNCATE' then 'truncate'
            when operation in ('DDL', 'INIT_DDL', 'CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX') or lower(message.isDdl) = 'true'
                then case when {{ is_truncate('message.sql') }} then 'truncate' else 'ddl' end
            when operation in ('TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK') then 'transaction'
            when message is not null then 'marker'
        end as event_kind,
        case
            when lower(message.isHeartbeat) = 'true' then null
            when operation in ('INSERT', 'UPDATE', 'DELETE', 'INIT', 'ROW')
                then case
                    when size(message.data) <= 0 and size(message.`old`) <= 0 and (message.data is not null or message.`old` is not null) then null
                    when operation in ('INIT', 'ROW') then 'snapshot'
                    else lower(operation)
                end
            when operation = 'TRUNCATE' then 'truncate'
            when operation in ('DDL', 'INIT_DDL', 'CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX') or lower(message.isDdl) = 'true'
                then case when {{ is_truncate('message.sql') }} then 'truncate' end
            when operation in ('TRANSACTION_BEGIN', 'TRANSACTION_END', 'XACOMMIT', 'XAROLLBACK', 'QUERY', 'GTID') then null
            when message is not null then 'unknown'
        end as op
    from numbered
{%- endmacro %}
