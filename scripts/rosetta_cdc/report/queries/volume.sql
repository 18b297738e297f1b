-- Events an hour of each source.
select
    kafka_hour as hour,
    source_name as source,
    sum(event_count) as events
from recent_counts
group by kafka_hour, source_name
having sum(event_count) > 0
