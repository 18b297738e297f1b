-- What the checks that count something have counted in all, whatever their thresholds.
with

topics as (
    select
        kafka_cluster,
        kafka_topic,
        any_value(missing_offsets) as missing_offsets,
        any_value(lost_offsets) as lost_offsets,
        sum(future_count) as future_count,
        sum(skewed_count) as skewed_count
    from cdc_pipeline_health
    group by kafka_cluster, kafka_topic
),

statements as (
    select
        'rows_changed_by_ddl' as check_name,
        sum(row_statement_count) as value
    from cdc_pipeline_health
),

tables as (
    select
        table_id,
        sum(keyless_count) as keyless_count,
        sum(unapplied_ddl_count) as unapplied_ddl_count,
        any_value(key_change_count) as key_change_count,
        any_value(contradiction_count) as contradiction_count,
        any_value(copy_count) as copy_count,
        any_value(waiting_half_count) as waiting_half_count,
        any_value(late_load_count) as late_load_count,
        any_value(unloaded_row_count) as unloaded_row_count,
        any_value(unordered_truncate_count) as unordered_truncate_count
    from cdc_pipeline_health
    where table_id is not null
    group by table_id
),

measures as (
    select
        inline(array(
            struct('missing_offsets' as check_name, sum(missing_offsets) as value),
            struct('lost_offsets' as check_name, sum(lost_offsets) as value),
            struct('future_kafka_timestamps' as check_name, sum(future_count) as value),
            struct('future_commit_times' as check_name, sum(skewed_count) as value)
        ))
    from topics
    union all
    select
        inline(array(
            struct('changes_without_key' as check_name, sum(keyless_count) as value),
            struct('ddl_not_applied' as check_name, sum(unapplied_ddl_count) as value),
            struct('key_columns_changed' as check_name, sum(key_change_count) as value),
            struct('contradictions' as check_name, sum(contradiction_count) as value),
            struct('copies' as check_name, sum(copy_count) as value),
            struct('waiting_halves' as check_name, sum(waiting_half_count) as value),
            struct('late_load_rows' as check_name, sum(late_load_count) as value),
            struct('unloaded_rows' as check_name, sum(unloaded_row_count) as value),
            struct('unordered_truncates' as check_name, sum(unordered_truncate_count) as value)
        ))
    from tables
    union all
    select * from statements
    union all
    select
        'model_drift' as check_name,
        count(*) as value
    from cdc_schema_drift
    where model_name is not null
    union all
    select
        'cast_errors' as check_name,
        sum(row_count) as value
    from cdc_cast_errors
    union all
    select
        'rejected_lines' as check_name,
        count(*) as value
    from rejected_lines
)

select
    check_name,
    coalesce(value, 0) as value
from measures
order by check_name
