-- Dead letters by reason, with cause and cure.
select error_code as code, sum(event_count) as events, max(last_kafka_timestamp) as newest, any_value(cause) as cause, any_value(cure) as cure
from hourly_counts
left join cdc_error_codes using (error_code)
where event_kind = 'dead_letter'
group by 1
order by events desc, code
