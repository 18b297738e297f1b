{{ config(
    materialized='cdc_incremental',
    incremental_strategy='summary',
    partition_by=['kafka_date'],
    on_schema_change='fail'
) }}

{% set run = rosetta_cdc.summary_run() %}
{% set keys = [
    'kafka_date', 'kafka_hour', 'kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'source_name', 'source_format', 'table_id',
    'event_kind', 'op', 'error_code'
] %}
{% set sums = [
    'event_count', 'record_count', 'timed_count', 'capture_micros', 'landing_micros', 'future_count', 'skewed_count', 'keyless_count', 'unapplied_ddl_count',
    'row_statement_count', 'unnumbered_truncate_count'
] %}

with

events as (
    {%- if run.mode == 'incremental' %}
    {{ rosetta_cdc.summary_arrivals(run) }} and not ({{ rosetta_cdc.is_one_of_dates(rosetta_cdc.utc_date('kafka_timestamp'), run.recounted) }})
    {%- if run.recounted %}
    union all
    -- Days with events that a replay replaced are counted anew.
    select *
    from {{ rosetta_cdc.summary_events(run) }}
    where {{ rosetta_cdc.is_one_of_dates(rosetta_cdc.utc_date('kafka_timestamp'), run.recounted) }}
    {%- endif %}
    {%- else %}
    select * from {{ rosetta_cdc.summary_events(run) }}
    {%- endif %}
),

counted as (
    select
        {{ rosetta_cdc.utc_date('kafka_timestamp') }} as kafka_date,
        {{ rosetta_cdc.utc_hour('kafka_timestamp') }} as kafka_hour,
        kafka_cluster,
        kafka_topic,
        kafka_topic_incarnation,
        kafka_partition,
        source_name,
        source_format,
        table_id,
        event_kind,
        op,
        error_code,
        kafka_offset,
        kafka_timestamp,
        landed_at,
        unix_micros(landed_at) - unix_micros(kafka_timestamp) as landing_micros,
        unix_micros(kafka_timestamp) - unix_micros(committed_at) as time_micros,
        row_index = 0 as is_record,
        -- Kafka's clock, or a producer's that sets the timestamp, is ahead by more than clocks differ.
        coalesce(kafka_timestamp > landed_at + interval 10 minutes, false) as is_future,
        event_kind = 'row_change' and key_basis = 'none' as is_keyless,
        event_kind = 'ddl' and not ({{ rosetta_cdc.ddl_drops('table') }} or {{ rosetta_cdc.ddl_drops('database|schema') }}) as is_unapplied_ddl,
        {{ rosetta_cdc.statement_changes_rows() }} or {{ rosetta_cdc.drops_unknown_names() }} as is_row_statement,
        {{ rosetta_cdc.is_unnumbered_truncate() }} as is_unnumbered_truncate,
        -- A commit time that lies far in the future is none (see `cdc_row_history`), and a loaded row's is not the change's.
        coalesce(not ({{ rosetta_cdc.is_believed() }}), false) as is_skewed,
        committed_at_basis in ('commit', 'statement') and op is distinct from 'snapshot' as has_commit_time,
        -- Debezium marks where the rows of a table begin and end in a load of the whole table.
        case when op = 'snapshot' then coalesce(source_metadata['source.snapshot'], source_metadata['snapshot']) end as load_marker,
        committed_at
    from events
),

judged as (
    select
        *,
        has_commit_time and not is_skewed and not is_future as is_timed
    from counted
),

summed as (
    select
        {{ keys | join(', ') }},
        count(*) as event_count,
        count_if(is_record) as record_count,
        count_if(is_timed and time_micros is not null) as timed_count,
        sum(case when is_timed then time_micros end) as capture_micros,
        sum(landing_micros) as landing_micros,
        count_if(is_future) as future_count,
        count_if(is_skewed) as skewed_count,
        count_if(is_keyless) as keyless_count,
        count_if(is_unapplied_ddl) as unapplied_ddl_count,
        count_if(is_row_statement) as row_statement_count,
        count_if(is_unnumbered_truncate) as unnumbered_truncate_count,
        max(case when is_timed then time_micros end) as longest_capture_micros,
        max(landing_micros) as longest_landing_micros,
        max(-time_micros) as most_ahead_micros,
        min(kafka_offset) as first_offset,
        max(kafka_offset) as last_offset,
        min(kafka_timestamp) as first_kafka_timestamp,
        max(kafka_timestamp) as last_kafka_timestamp,
        max(case when not is_future then kafka_timestamp end) as last_believed_timestamp,
        max(case when is_timed then committed_at end) as last_committed_at,
        max(landed_at) as last_landed_at,
        max(case when load_marker in ('first', 'first_in_data_collection') then kafka_timestamp end) as last_load_began_at,
        max(case when load_marker in ('last', 'last_in_data_collection') then kafka_timestamp end) as last_load_ended_at
    from judged
    group by {{ keys | join(', ') }}
),

united as (
    select * from summed
    {%- if run.mode == 'incremental' %}
    union all
    select * except (events_id, events_version)
    from {{ this }}
    where ({{ rosetta_cdc.is_one_of_dates('kafka_date', run.dates) }}) and not ({{ rosetta_cdc.is_one_of_dates('kafka_date', run.recounted) }})
    {%- endif %}
)

select
    {{ keys | join(', ') }},
    {%- for name in sums %}
    sum({{ name }}) as {{ name }},
    {%- endfor %}
    max(longest_capture_micros) as longest_capture_micros,
    max(longest_landing_micros) as longest_landing_micros,
    max(most_ahead_micros) as most_ahead_micros,
    min(first_offset) as first_offset,
    max(last_offset) as last_offset,
    min(first_kafka_timestamp) as first_kafka_timestamp,
    max(last_kafka_timestamp) as last_kafka_timestamp,
    max(last_believed_timestamp) as last_believed_timestamp,
    max(last_committed_at) as last_committed_at,
    max(last_landed_at) as last_landed_at,
    max(last_load_began_at) as last_load_began_at,
    max(last_load_ended_at) as last_load_ended_at,
    {{ rosetta_cdc.summary_bookmark(run) }}
from united
group by {{ keys | join(', ') }}
