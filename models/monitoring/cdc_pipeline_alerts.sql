{#- A view: typed models write `cdc_cast_errors` after this model ran. -#}
{{ config(materialized='cdc_view') }}

with

thresholds as (
    {{ rosetta_cdc.monitoring_thresholds() }}
),

health as (
    select *
    from {{ ref('cdc_pipeline_health') }}
    where not coalesce(kafka_topic rlike {{ rosetta_cdc.sql_text_literal('^(?:' ~ rosetta_cdc.variable('cdc_unmonitored_topics') ~ ')$') }}, false)
),

topics as (
    select
        kafka_cluster,
        kafka_topic,
        min(silence_seconds) as silence_seconds,
        min(heartbeat_age_seconds) as heartbeat_age_seconds,
        min(mean_landing_seconds) as mean_landing_seconds,
        max(most_ahead_seconds) as most_ahead_seconds,
        any_value(missing_offsets) as missing_offsets,
        any_value(lost_offsets) as lost_offsets,
        sum(future_count) as future_count
    from health
    group by kafka_cluster, kafka_topic
),

sources as (
    select
        source_name,
        -- That of the table that came last: a quiet table says nothing of now.
        max_by(mean_capture_seconds, case when mean_capture_seconds is not null then last_believed_timestamp end) as mean_capture_seconds,
        100 * sum(recent_dead_letter_count) / nullif(sum(recent_event_count), 0) as dead_letter_percent,
        sum(skewed_count) as skewed_count
    from health
    group by source_name
),

tables as (
    select
        table_id,
        any_value(source_name) as source_name,
        sum(keyless_count) as keyless_count,
        sum(unapplied_ddl_count) as unapplied_ddl_count,
        any_value(key_change_count) as key_change_count,
        any_value(contradiction_count) as contradiction_count,
        any_value(copy_count) as copy_count,
        any_value(waiting_half_count) as waiting_half_count,
        any_value(late_load_count) as late_load_count,
        any_value(unloaded_row_count) as unloaded_row_count,
        any_value(unordered_truncate_count) as unordered_truncate_count
    from health
    where table_id is not null
    group by table_id
),

-- A statement may name its tables in its text alone.
statements as (
    select
        source_name,
        table_id,
        sum(row_statement_count) as row_statement_count
    from health
    group by source_name, table_id
),

model_drift as (
    select
        model_name,
        table_id,
        count(*) as change_count
    from {{ ref('cdc_schema_drift') }}
    where model_name is not null
    group by model_name, table_id
),

cast_errors as (
    select
        model_name,
        table_id,
        sum(row_count) as row_count
    from {{ ref('cdc_cast_errors') }}
    group by model_name, table_id
),

rejected_lines as (
    select count(*) as line_count
    from {{ source('raw', 'rejected_lines') }}
),

measured as (
    {%- for relation, checks in {
        'topics': {
            'silence_minutes': 'silence_seconds / 60', 'heartbeat_age_minutes': 'heartbeat_age_seconds / 60', 'landing_delay_minutes': 'mean_landing_seconds / 60',
            'clock_ahead_seconds': 'most_ahead_seconds', 'future_kafka_timestamps': 'future_count', 'missing_offsets': 'missing_offsets', 'lost_offsets': 'lost_offsets'
        },
        'sources': {'capture_delay_minutes': 'mean_capture_seconds / 60', 'dead_letter_percent': 'dead_letter_percent', 'future_commit_times': 'skewed_count'},
        'tables': {
            'changes_without_key': 'keyless_count', 'ddl_not_applied': 'unapplied_ddl_count', 'key_columns_changed': 'key_change_count',
            'contradictions': 'contradiction_count', 'copies': 'copy_count', 'waiting_halves': 'waiting_half_count', 'late_load_rows': 'late_load_count',
            'unloaded_rows': 'unloaded_row_count', 'unordered_truncates': 'unordered_truncate_count'
        },
        'statements': {'rows_changed_by_ddl': 'row_statement_count'},
        'model_drift': {'model_drift': 'change_count'},
        'cast_errors': {'cast_errors': 'row_count'},
        'rejected_lines': {'rejected_lines': 'line_count'}
    }.items() %}
    select
        {%- for column, held_by in {
            'kafka_cluster': ['topics'], 'kafka_topic': ['topics'], 'source_name': ['sources', 'tables', 'statements'], 'table_id': ['tables', 'statements', 'model_drift', 'cast_errors'],
            'model_name': ['model_drift', 'cast_errors']
        }.items() %}
        {{ column if relation in held_by else 'cast(null as string) as ' ~ column }},
        {%- endfor %}
        inline(array(
            {%- for check, value in checks.items() %}
            struct('{{ check }}' as check_name, cast({{ value }} as double) as value){{ ',' if not loop.last }}
            {%- endfor %}
        ))
    from {{ relation }}
    {{ 'union all' if not loop.last }}
    {%- endfor %}
)

select
    measured.check_name,
    if(measured.value > thresholds.fail_above, 'fail', 'warn') as level,
    measured.kafka_cluster,
    measured.kafka_topic,
    measured.source_name,
    measured.table_id,
    measured.model_name,
    round(measured.value, 3) as value,
    thresholds.warn_above,
    thresholds.fail_above
from measured
inner join thresholds on measured.check_name = thresholds.check_name
where measured.value > thresholds.warn_above or measured.value > thresholds.fail_above
