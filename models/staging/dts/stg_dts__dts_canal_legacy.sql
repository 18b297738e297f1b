with

messages as (
    {{ cdc_messages('dts_canal_legacy') }}
),

parsed as (
    {{ parse_messages('messages', canal_envelope(), numbers='text') }}
),

changes as (
    {{ canal_rows('parsed', numbers='text') }}
),

mapped as (
    select
        changes.* except (message, row_index, rows_in_record, event_kind, op, source_op, data_row, old_row, row_is_broken),
        {{ canal_columns(
            has_id=true,
            contradiction="case when op = 'delete' and old_row is null and data_row is not null
                then 'the row of a DELETE is in data, as instances created or restarted since 2022-03-20 write it' end",
            rebuilds_before=false
        ) }},
        -- These instances write the row after an UPDATE to old and the row before it to data, and the row of a DELETE to old.
        case
            when op = 'delete' then old_row
            when op = 'update' then data_row
        end as before,
        case
            when op = 'update' then old_row
            when op <> 'delete' then data_row
        end as after,
        true as before_complete,
        op <> 'update' or size(old_row) >= size(data_row) as after_complete
    from changes
),

staged as (
    {{ staged_rows('mapped', 'dts_canal_legacy', absent=['schema_name', 'key_values', 'read_at', 'transaction_order', 'pair_token']) }}
)

select * from staged
