-- Checks above their thresholds, failures first.
select
    check_name,
    level,
    source_name as source,
    table_id,
    value,
    coalesce(model_name, table_id, kafka_topic, source_name, '') as about,
    if(level = 'fail', fail_above, warn_above) as threshold
from cdc_pipeline_alerts
order by level asc, check_name asc, value desc, about asc
