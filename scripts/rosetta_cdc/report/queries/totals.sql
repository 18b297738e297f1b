-- Everything, in one row.
select
    coalesce(sum(record_count), 0) as records,
    coalesce(sum(event_count), 0) as events,
    coalesce(sum(case when event_kind = 'dead_letter' then event_count end), 0) as dead_letters,
    count(distinct kafka_cluster, kafka_topic) as topics,
    count(distinct source_name) as sources,
    count(distinct table_id) as tables,
    (select coalesce(sum(row_count), 0) from row_counts) as rows,
    (select coalesce(sum(missing_offsets), 0) from cdc_completeness) as missing_offsets,
    max(last_believed_timestamp) as newest,
    max(last_landed_at) as landed_at
from hourly_counts
