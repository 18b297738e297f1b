with

messages as (
    {{ cdc_messages('canal') }}
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
            contradiction="cast(null as string)"
        ) }},
        -- Also serves unregistered topics of other vendors with this layout, some of which put the row of a DELETE into old.
        case
            when op = 'delete' then coalesce(data_row, old_row)
            when op = 'update' then {{ canal_before('data_row', 'old_row') }}
        end as before,
        case when op <> 'delete' then data_row end as after,
        true as before_complete,
        true as after_complete
    from changes
),

staged as (
    {{ staged_rows('mapped', 'canal', absent=['schema_name', 'key_values', 'read_at', 'transaction_order', 'pair_token']) }}
)

select * from staged
