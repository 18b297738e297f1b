-- Events by topic, source and table.
select
    kafka_topic as topic,
    source_name as source,
    case
        when event_kind = 'dead_letter' then 'dead letters'
        when table_id is null then 'other messages'
        else table_id
    end as target,
    sum(event_count) as events
from counts
group by 1, 2, 3
having sum(event_count) > 0
