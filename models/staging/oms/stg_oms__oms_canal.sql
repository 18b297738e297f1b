with

messages as (
    {{ cdc_messages('oms_canal') }}
),

parsed as (
    {{ parse_messages('messages', canal_envelope(), numbers='json') }}
),

changes as (
    {{ canal_rows('parsed', numbers='json') }}
),

mapped as (
    select
        changes.* except (message, row_index, rows_in_record, event_kind, op, source_op, data_row, old_row, row_is_broken),
        {{ canal_columns(
            has_id=false,
            contradiction="case when op = 'delete' and data_row is null and old_row is not null
                then 'the row of a DELETE is in old, which OMS does not write' end",
            sql_type="regexp_replace(message.sqlType, r':\"(-?[0-9]+)\"', ':$1')"
        ) }},
        case
            when op = 'delete' then data_row
            when op = 'update' then {{ canal_before('data_row', 'old_row') }}
        end as before,
        case when op <> 'delete' then data_row end as after,
        true as before_complete,
        true as after_complete
    from changes
),

staged as (
    {{ staged_rows('mapped', 'oms_canal', absent=['schema_name', 'key_values', 'read_at', 'transaction_order', 'pair_token']) }}
)

select * from staged
