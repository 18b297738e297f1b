{% set keys = ['kafka_cluster', 'kafka_topic', 'source_name', 'source_format', 'table_id'] %}

with

counts as (
    select
        *,
        -- The newest record of the cluster is its clock; one that says it was written after it landed has a wrong time.
        max(last_believed_timestamp) over (partition by kafka_cluster) as cluster_time,
        max(case when timed_count > 0 then kafka_hour end) over (partition by {{ keys | join(', ') }}) as newest_timed_hour,
        max(case when last_believed_timestamp is not null then kafka_hour end) over (partition by {{ keys | join(', ') }}) as newest_hour
    from {{ ref('hourly_counts') }}
),

row_counts as (
    select * from {{ ref('row_counts') }}
),

completeness as (
    select
        kafka_cluster,
        kafka_topic,
        sum(missing_offsets) as missing_offsets,
        sum(lost_offsets) as lost_offsets
    from {{ ref('cdc_completeness') }}
    group by kafka_cluster, kafka_topic
),

drift as (
    select
        table_id,
        count_if(kind = 'key_columns_changed') as key_change_count,
        count(distinct version_number) as schema_change_count
    from {{ ref('cdc_schema_drift') }}
    where model_name is null
    group by table_id
),

-- One that stands in every partition that has rows of its table is in order with all of them.
truncates as (
    select
        table_id,
        max(truncate_count) - min(truncate_count) as unordered_truncate_count
    from (
        select
            table_id,
            sum(unnumbered_truncate_count) as truncate_count
        from counts
        where table_id is not null
        group by table_id, kafka_cluster, kafka_topic, kafka_partition
    ) as lines
    group by table_id
),

counted as (
    select
        {{ keys | join(', ') }},
        any_value(cluster_time) as cluster_time,
        min(first_kafka_timestamp) as first_kafka_timestamp,
        max(last_kafka_timestamp) as last_kafka_timestamp,
        max(last_believed_timestamp) as last_believed_timestamp,
        max(last_committed_at) as last_committed_at,
        max(last_landed_at) as last_landed_at,
        max(case when event_kind = 'heartbeat' then last_believed_timestamp end) as last_heartbeat_at,
        sum(event_count) as event_count,
        sum(case when event_kind = 'row_change' then event_count else 0 end) as row_change_count,
        sum(case when event_kind = 'dead_letter' then event_count else 0 end) as dead_letter_count,
        sum(case when kafka_hour > cluster_time - interval 24 hours then event_count else 0 end) as recent_event_count,
        sum(case when kafka_hour > cluster_time - interval 24 hours and event_kind = 'dead_letter' then event_count else 0 end) as recent_dead_letter_count,
        sum(case when kafka_hour = newest_timed_hour then capture_micros end)
        / sum(case when kafka_hour = newest_timed_hour then timed_count end) as capture_micros,
        max(longest_capture_micros) as longest_capture_micros,
        sum(case when kafka_hour = newest_hour then landing_micros end)
        / sum(case when kafka_hour = newest_hour then event_count end) as landing_micros,
        max(most_ahead_micros) as most_ahead_micros,
        sum(future_count) as future_count,
        sum(skewed_count) as skewed_count,
        sum(keyless_count) as keyless_count,
        sum(unapplied_ddl_count) as unapplied_ddl_count,
        sum(row_statement_count) as row_statement_count
    from counts
    group by {{ keys | join(', ') }}
)

select
    counted.kafka_cluster,
    counted.kafka_topic,
    counted.source_name,
    counted.source_format,
    counted.table_id,
    counted.first_kafka_timestamp,
    counted.last_kafka_timestamp,
    counted.last_believed_timestamp,
    counted.last_committed_at,
    counted.last_landed_at,
    counted.event_count,
    counted.row_change_count,
    counted.dead_letter_count,
    counted.recent_event_count,
    counted.recent_dead_letter_count,
    cast(counted.recent_event_count / 1440 as decimal(18, 2)) as events_per_minute,
    cast((unix_micros(counted.cluster_time) - unix_micros(counted.last_believed_timestamp)) / 1e6 as bigint) as silence_seconds,
    cast((unix_micros(counted.cluster_time) - unix_micros(counted.last_heartbeat_at)) / 1e6 as bigint) as heartbeat_age_seconds,
    cast(counted.capture_micros / 1e6 as decimal(18, 3)) as mean_capture_seconds,
    cast(counted.longest_capture_micros / 1e6 as decimal(18, 3)) as longest_capture_seconds,
    cast(counted.landing_micros / 1e6 as decimal(18, 3)) as mean_landing_seconds,
    cast(greatest(counted.most_ahead_micros, 0) / 1e6 as decimal(18, 3)) as most_ahead_seconds,
    counted.future_count,
    counted.skewed_count,
    counted.keyless_count,
    counted.unapplied_ddl_count,
    counted.row_statement_count,
    coalesce(truncates.unordered_truncate_count, 0) as unordered_truncate_count,
    completeness.missing_offsets,
    completeness.lost_offsets,
    coalesce(drift.schema_change_count, 0) as schema_change_count,
    coalesce(drift.key_change_count, 0) as key_change_count,
    row_counts.row_count,
    row_counts.version_count,
    row_counts.incomplete_row_count,
    row_counts.contradiction_count,
    row_counts.copy_count,
    row_counts.waiting_half_count,
    row_counts.late_load_count,
    row_counts.unloaded_row_count
from counted
left join completeness on counted.kafka_cluster = completeness.kafka_cluster and counted.kafka_topic = completeness.kafka_topic
left join drift on counted.table_id = drift.table_id
left join truncates on counted.table_id = truncates.table_id
left join row_counts on counted.table_id = row_counts.table_id
