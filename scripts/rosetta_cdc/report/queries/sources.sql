-- Sources, largest first.
with

newer as (
    select
        *,
        max(last_believed_timestamp) over (partition by kafka_cluster) as cluster_time
    from counts
),

counted as (
    select
        source_name,
        source_format,
        count(distinct case when event_count > 0 then struct(kafka_cluster, kafka_topic) end) as topics,
        count(distinct case when event_count > 0 then table_id end) as tables,
        sum(event_count) as events,
        sum(case when event_kind = 'dead_letter' then event_count else 0 end) as dead_letters,
        max(last_believed_timestamp) as newest,
        min(unix_micros(cluster_time) - unix_micros(last_believed_timestamp)) / 1e6 as silence_seconds
    from newer
    group by source_name, source_format
),

health as (
    select
        source_name,
        source_format,
        max_by(mean_capture_seconds, case when mean_capture_seconds is not null then last_believed_timestamp end) as capture_seconds,
        max_by(mean_landing_seconds, last_believed_timestamp) as landing_seconds,
        min(heartbeat_age_seconds) as heartbeat_seconds
    from cdc_pipeline_health
    group by source_name, source_format
)

select
    counted.source_name as source,
    counted.source_format as format,
    counted.topics,
    counted.tables,
    counted.events,
    counted.dead_letters,
    counted.newest,
    counted.silence_seconds,
    health.capture_seconds,
    health.landing_seconds,
    health.heartbeat_seconds
from counted
left join health on counted.source_name <=> health.source_name and counted.source_format <=> health.source_format
where counted.events > 0
order by counted.events desc, counted.source_name asc, counted.source_format asc
