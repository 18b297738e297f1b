-- Guards cdc_row_history and cdc_unapplied_events: every row change, TRUNCATE and DDL event that the history has read made a version or is
-- unapplied for one known reason, never both; every version has its event. Events that came since the history's last run are left out.
-- Returns a row an event. Costs one aggregation by event_id, beside what the view cdc_unapplied_events costs.
{{ config(store_failures=true) }}

with

entries as (
    select
        event_id,
        event_kind,
        'event' as entry,
        null as reason
    from {{ ref('cdc_events') }}
    where event_kind in ('row_change', 'tombstone', 'truncate', 'ddl')
    union all
    select
        event_id,
        null as event_kind,
        'version' as entry,
        null as reason
    from {{ ref('cdc_row_history') }}
    union all
    select
        event_id,
        null as event_kind,
        'unapplied' as entry,
        reason
    from {{ ref('cdc_unapplied_events') }}
    union all
    select
        event_id,
        null as event_kind,
        'unread' as entry,
        null as reason
    from (
        {{ rosetta_cdc.events_unread_by_history() }}
    )
),

events as (
    select
        event_id,
        max(event_kind) as event_kind,
        count_if(entry = 'version') as versions,
        count_if(entry = 'unapplied') as times_unapplied,
        max(reason) as reason
    from entries
    group by event_id
    having not bool_or(entry = 'unread')
),

judged as (
    select
        *,
        case
            when event_kind is null then 'a version or reason without its event'
            when versions > 0 and times_unapplied > 0 then 'a version and unapplied'
            when times_unapplied > 1 then 'unapplied several times'
            when versions = 0 and times_unapplied = 0 and event_kind <> 'tombstone' then 'neither a version nor unapplied'
            when times_unapplied = 1 and coalesce(reason, '') not in (
                'no_key', 'key_column_absent', 'null_in_key', 'copy', 'half_waiting', 'half_without_effect', 'no_table',
                'ddl_not_applied', 'rows_changed_by_ddl',
                'nothing_open'
            ) then 'unapplied for no known reason'
        end as problem
    from events
)

select *
from judged
where problem is not null
