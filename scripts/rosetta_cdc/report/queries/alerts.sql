-- Checks above their thresholds, failures first.
select
    check_name as check, level, value, coalesce(model_name, table_id, kafka_topic, source_name, '') as about,
    if(level = 'fail', fail_above, warn_above) as threshold
from cdc_pipeline_alerts
order by level, check_name, value desc
limit 60
