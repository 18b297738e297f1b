-- The tables of the history are made together: who selects a model and all before it selects them all.
-- depends_on: {{ ref('history_runs') }}
with

events as (
    select *
    from {{ ref('cdc_events') }}
    where event_kind in ('row_change', 'truncate', 'ddl')
),

versions as (
    select event_id from {{ ref('cdc_row_history') }}
),

row_events as (
    select
        event_id,
        -- A move that is a copy in one of its rows is one, though it finds nothing open in the other.
        max_by(reason, case reason when 'left_closed_row' then 0 when 'copy' then 1 else 2 end) as reason
    from {{ ref('unapplied_row_events') }}
    group by event_id
),

unapplied as (
    select events.*
    from events
    left anti join versions on events.event_id = versions.event_id
),

table_events as (
    select distinct event_id
    from {{ ref('table_statements') }}
),

reasoned as (
    select
        unapplied.event_id,
        unapplied.source_name,
        unapplied.source_format,
        unapplied.table_id,
        unapplied.event_kind,
        unapplied.op,
        unapplied.primary_key,
        unapplied.row_key,
        unapplied.key_basis,
        unapplied.committed_at,
        unapplied.kafka_timestamp,
        unapplied.ddl_text,
        unapplied.load_id,
        case
            when unapplied.event_kind = 'ddl' and not ({{ rosetta_cdc.ddl_drops('table') }} or {{ rosetta_cdc.ddl_drops('database|schema') }})
                then if({{ rosetta_cdc.statement_changes_rows() }}, 'rows_changed_by_ddl', 'ddl_not_applied')
            when unapplied.event_kind <> 'row_change' and size({{ rosetta_cdc.emptied_scopes() }}) = 0 then 'no_table'
            when unapplied.event_kind <> 'row_change' then if(table_events.event_id is not null, 'nothing_open', null)
            when unapplied.table_id is null then 'no_table'
            when unapplied.row_key is not null then row_events.reason
            when unapplied.key_basis = 'none' then 'no_key'
            when exists(map_values(unapplied.primary_key), v -> v is null) then 'null_in_key'
            else 'key_column_absent'
        end as reason
    from unapplied
    left join row_events on unapplied.event_id = row_events.event_id
    left join table_events on unapplied.event_id = table_events.event_id
)

-- Events that the history has not read yet have no reason.
select *
from reasoned
where reason is not null
