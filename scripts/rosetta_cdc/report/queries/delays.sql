-- Mean seconds from change to Kafka, an hour and source.
select
    kafka_hour as hour,
    source_name as source,
    sum(capture_micros) / sum(timed_count) / 1e6 as seconds
from recent_counts
where timed_count > 0
group by kafka_hour, source_name
