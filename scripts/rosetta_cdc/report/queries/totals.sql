-- Everything, in one row.
with

counted as (
    select
        coalesce(sum(record_count), 0) as records,
        coalesce(sum(event_count), 0) as events,
        coalesce(sum(case when event_kind = 'dead_letter' then event_count end), 0) as dead_letters,
        count(distinct case when event_count > 0 then struct(kafka_cluster, kafka_topic) end) as topics,
        count(distinct case when event_count > 0 then source_name end) as sources,
        count(distinct case when event_count > 0 then table_id end) as tables,
        max(last_believed_timestamp) as newest
    from counts
),

states as (
    select coalesce(sum(equal_rows), 0) as row_count
    from row_states
    where version_number is not null
),

landings as (
    select max(landed_at) as landed_at
    from kafka_messages
)

select
    counted.records,
    counted.events,
    counted.dead_letters,
    counted.topics,
    counted.sources,
    counted.tables,
    counted.newest,
    states.row_count,
    landings.landed_at
from counted
cross join states
cross join landings
