with

-- The last load of each table that its messages mark as whole.
loads as (
    select
        table_id,
        max(last_load_began_at) as began_at
    from {{ ref('hourly_counts') }}
    where table_id is not null
    group by table_id
    having max(last_load_ended_at) >= max(last_load_began_at)
),

-- The two tables behind `cdc_row_history`, the narrow columns only.
versions as (
    select
        table_id,
        op,
        false as is_current,
        is_deleted,
        image_complete,
        equal_rows,
        contradiction,
        valid_from,
        kafka_timestamp > valid_to as is_late,
        false as is_unloaded
    from {{ ref('closed_versions') }}
    union all
    select
        states.table_id,
        states.op,
        true as is_current,
        states.is_deleted,
        states.image_complete,
        states.equal_rows,
        states.contradiction,
        states.valid_from,
        false as is_late,
        not states.is_deleted and coalesce(states.kafka_timestamp < loads.began_at, false) as is_unloaded
    from {{ ref('row_states') }} as states
    left join loads on states.table_id = loads.table_id
    where states.version_number is not null
),

unapplied as (
    select
        row_id,
        reason
    from {{ ref('unapplied_row_events') }}
    where reason in ('copy', 'half_waiting', 'left_closed_row')
),

counted as (
    select
        table_id,
        count(*) as version_count,
        sum(if(is_current, equal_rows, 0)) as row_count,
        count_if(is_current and is_deleted) as deleted_row_count,
        count_if(is_current and not is_deleted and not image_complete) as incomplete_row_count,
        count_if(contradiction is not null) as contradiction_count,
        count_if(op = 'snapshot' and is_late) as late_load_count,
        count_if(is_unloaded) as unloaded_row_count,
        max(valid_from) as last_valid_from,
        0 as copy_count,
        0 as waiting_half_count
    from versions
    group by table_id
    union all
    select
        states.table_id,
        0 as version_count,
        0 as row_count,
        0 as deleted_row_count,
        0 as incomplete_row_count,
        -- An update that moved a row which was not open.
        count_if(unapplied.reason = 'left_closed_row') as contradiction_count,
        0 as late_load_count,
        0 as unloaded_row_count,
        null as last_valid_from,
        count_if(unapplied.reason = 'copy') as copy_count,
        count_if(unapplied.reason = 'half_waiting') as waiting_half_count
    from unapplied
    inner join {{ ref('row_states') }} as states on unapplied.row_id = states.row_id
    group by states.table_id
)

select
    table_id,
    sum(version_count) as version_count,
    sum(row_count) as row_count,
    sum(deleted_row_count) as deleted_row_count,
    sum(incomplete_row_count) as incomplete_row_count,
    sum(contradiction_count) as contradiction_count,
    sum(late_load_count) as late_load_count,
    sum(unloaded_row_count) as unloaded_row_count,
    sum(copy_count) as copy_count,
    sum(waiting_half_count) as waiting_half_count,
    max(last_valid_from) as last_valid_from
from counted
group by table_id
