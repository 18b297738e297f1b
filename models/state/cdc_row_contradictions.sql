-- The tables of the history are made together: who selects a model and all before it selects them all.
-- depends_on: {{ ref('history_runs') }}
with

versions as (
    select
        row_id,
        table_id,
        version_number,
        event_id,
        op,
        valid_from,
        contradiction
    from {{ ref('closed_versions') }}
    union all
    select
        row_id,
        table_id,
        version_number,
        event_id,
        op,
        valid_from,
        contradiction
    from {{ ref('row_states') }}
),

-- The old keys of moved rows which were not open.
closed_keys as (
    select event_id
    from {{ ref('unapplied_row_events') }}
    where reason = 'left_closed_row'
),

moves_of_closed_rows as (
    select
        versions.* except (contradiction),
        'update_of_closed_row' as contradiction
    from versions
    left semi join closed_keys on versions.event_id = closed_keys.event_id
    where versions.contradiction is null
)

select *
from versions
where contradiction is not null
union all
select *
from moves_of_closed_rows
