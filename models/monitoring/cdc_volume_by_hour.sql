{{ config(materialized='cdc_view') }}

with

counts as (
    select * from {{ ref('hourly_counts') }}
)

select
    kafka_hour,
    source_name,
    source_format,
    table_id,
    kafka_cluster,
    kafka_topic,
    event_kind,
    op,
    error_code,
    sum(event_count) as event_count,
    sum(record_count) as record_count,
    cast(sum(capture_micros) / sum(timed_count) / 1e6 as decimal(18, 3)) as mean_capture_seconds,
    cast(max(longest_capture_micros) / 1e6 as decimal(18, 3)) as longest_capture_seconds,
    cast(sum(landing_micros) / sum(event_count) / 1e6 as decimal(18, 3)) as mean_landing_seconds,
    cast(max(longest_landing_micros) / 1e6 as decimal(18, 3)) as longest_landing_seconds
from counts
group by kafka_hour, source_name, source_format, table_id, kafka_cluster, kafka_topic, event_kind, op, error_code
