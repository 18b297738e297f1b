-- Guards cdc_events: the rows of a record are numbered 0 to rows_in_record - 1, each once, so that a lost sibling of a batch shows.
-- Returns a row a record.
select
    kafka_cluster,
    kafka_topic,
    kafka_topic_incarnation,
    kafka_partition,
    kafka_offset,
    count(*) as rows_found,
    max(rows_in_record) as rows_in_record
from {{ ref('cdc_events') }}
group by kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset
having
    count(*) <> max(rows_in_record)
    or min(rows_in_record) <> max(rows_in_record)
    or count(distinct row_index) <> count(*)
    or min(row_index) <> 0
    or max(row_index) <> max(rows_in_record) - 1
