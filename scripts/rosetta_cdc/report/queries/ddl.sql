-- DDL statements, the newest first; one that several sources have sent once, whatever blanks are in it.
select
    max(kafka_timestamp) as seen_at,
    max_by(ddl_text, kafka_timestamp) as ddl_text,
    max_by(source_format, kafka_timestamp) as format,
    count(*) as events,
    array_sort(collect_set(source_name)) as sources,
    array_sort(collect_set(table_id)) as tables
from cdc_events
where event_kind in ('ddl', 'truncate') and ddl_text is not null
group by rtrim(';', trim(regexp_replace(ddl_text, '\\s+', ' ')))
order by seen_at desc nulls last, ddl_text asc nulls last
