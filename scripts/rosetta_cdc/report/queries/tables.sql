-- Tables, those with the most rows first: rows now, changes a day in the last week that has any, and what the typed model lacks.
with

counted as (
    select
        *,
        max(kafka_hour) over () as newest_hour
    from counts
    where table_id is not null and last_believed_timestamp is not null
),

changes as (
    select
        table_id,
        any_value(source_name) as source,
        sum(case when event_kind = 'row_change' then event_count else 0 end) as changes,
        sum(case when event_kind = 'row_change' and op is distinct from 'snapshot' and kafka_hour > newest_hour - interval 7 days then event_count else 0 end)
        / greatest(
            (unix_seconds(any_value(newest_hour)) + 3600 - unix_seconds(min(case when kafka_hour > newest_hour - interval 7 days then kafka_hour end)))
            / 86400, 1
        ) as changes_a_day,
        max(case when event_kind = 'row_change' then last_believed_timestamp end) as newest
    from counted
    group by table_id
),

states as (
    select
        table_id,
        sum(equal_rows) as row_count,
        count_if(is_deleted) as deleted_row_count
    from row_states
    where version_number is not null
    group by table_id
),

model_columns as (
    select
        models.table_id,
        array_join(array_sort(collect_set(models.model_name)), ', ') as models,
        collect_set(listed.source_column) as source_columns
    from typed_model_tables as models
    inner join typed_model_columns as listed on models.model_name = listed.model_name
    group by models.table_id
),

source_columns as (
    select
        table_id,
        array_sort(array_distinct(flatten(collect_list(columns.name)))) as source_columns
    from cdc_schema_versions
    where is_current
    group by table_id
)

select
    changes.table_id,
    changes.source,
    states.row_count,
    states.deleted_row_count,
    changes.changes,
    coalesce(changes.changes_a_day, 0) as changes_a_day,
    changes.newest,
    model_columns.models,
    case when model_columns.models is not null then array_except(source_columns.source_columns, model_columns.source_columns) end as lag
from changes
left join states on changes.table_id = states.table_id
left join model_columns on changes.table_id = model_columns.table_id
left join source_columns on changes.table_id = source_columns.table_id
order by states.row_count desc nulls last, changes.changes desc nulls last, changes.table_id asc nulls last
