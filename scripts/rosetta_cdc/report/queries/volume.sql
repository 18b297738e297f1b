-- Events an hour of each source.
select kafka_hour as hour, source_name as source, sum(event_count) as events
from recent_counts
group by 1, 2
