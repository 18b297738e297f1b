with

messages as (
    {{ cdc_messages('drs_json') }}
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
                then 'the row of a DELETE is in data, as DRS JSON-C writes it' end"
        ) }},
        case
            when op = 'delete' then old_row
            when op = 'update' then {{ canal_before('data_row', 'old_row') }}
        end as before,
        case when op <> 'delete' then data_row end as after,
        true as before_complete,
        true as after_complete
    from changes
),

staged as (
    {{ staged_rows('mapped', 'drs_json', absent=['schema_name', 'key_values', 'read_at', 'transaction_order', 'pair_token']) }}
)

select * from staged
