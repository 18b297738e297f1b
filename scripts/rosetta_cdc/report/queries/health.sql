-- Sources, largest first.
select
    source_name as source, source_format as format, count(distinct kafka_topic) as topics, count(distinct table_id) as tables,
    sum(event_count) as events, sum(dead_letter_count) as dead_letters, max(last_believed_timestamp) as newest, min(silence_seconds) as silence_seconds,
    max_by(mean_capture_seconds, case when mean_capture_seconds is not null then last_believed_timestamp end) as capture_seconds,
    max_by(mean_landing_seconds, last_believed_timestamp) as landing_seconds, min(heartbeat_age_seconds) as heartbeat_seconds
from cdc_pipeline_health
group by 1, 2
order by events desc, source, format
limit 60
