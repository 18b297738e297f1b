{#-
    Maps SharePlex messages, all but keys, positions and times that OMS and DTS write differently.

    relation: CTE made by `parse_messages` with `shareplex_envelope`. Returns its columns and event_kind, op, source_op, owner, table_name (the two parts
    of `meta.table`), before, after, before_complete, after_complete, transaction_id, transaction_order, ddl_text.
    UPDATE: `key` is the row (or the key columns) before, `data` the changed columns with their new values.
-#}
{% macro shareplex_changes(relation) -%}
    select
        {{ relation }}.*,
        message.meta.op as source_op,
        case upper(message.meta.op)
            when 'INS' then 'INSERT'
            when 'UPD' then 'UPDATE'
            when 'DEL' then 'DELETE'
            else upper(message.meta.op)
        end as operation
    from {{ relation }}

    |> extend
        case
            when operation in ('INSERT', 'UPDATE', 'DELETE', 'UPDATE BEFORE', 'UPDATE AFTER') then lower(replace(operation, ' ', '_'))
            when operation = 'TRUNCATE' or (operation = 'DDL' and {{ rosetta_cdc.is_truncate('message.sql.ddl') }}) then 'truncate'
            when operation not in ('DDL', 'DROP COLUMN') then 'unknown'
        end as op

    |> extend
        case
            when op = 'truncate' then 'truncate'
            when op <> 'unknown' then 'row_change'
            when operation in ('DDL', 'DROP COLUMN') then 'ddl'
            else 'marker'
        end as event_kind,
        case when instr(message.meta.`table`, '.') > 0 then left(message.meta.`table`, instr(message.meta.`table`, '.') - 1) end as owner,
        substring(message.meta.`table`, instr(message.meta.`table`, '.') + 1) as table_name,
        case
            when op = 'update' then message.`key`
            when op in ('delete', 'update_before') then message.data
        end as before,
        case
            when op = 'update' then {{ rosetta_cdc.overlay('message.`key`', 'message.data') }}
            when op in ('insert', 'update_after', 'unknown') then message.data
        end as after,
        {#- Oracle logs the key and what changed, and more where it is told to. #}
        cast(null as boolean) as before_complete,
        if(op = 'insert', true, null) as after_complete,
        message.meta.trans as transaction_id,
        try_cast(message.meta.seq as bigint) as transaction_order,
        message.sql.ddl as ddl_text

    |> drop operation
{%- endmacro %}
