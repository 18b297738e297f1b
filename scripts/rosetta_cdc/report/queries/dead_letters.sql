-- Dead letters by reason, the newest first, with cause and cure: as `cdc_events` has them now.
with

dead_letters as (
    select
        error_code,
        kafka_topic,
        source_name,
        count(*) as events,
        max(kafka_timestamp) as newest
    from cdc_events
    where event_kind = 'dead_letter'
    group by error_code, kafka_topic, source_name
),

codes as (
    select * from cdc_error_codes
)

select
    dead_letters.error_code as code,
    sum(dead_letters.events) as events,
    max(dead_letters.newest) as newest,
    transform(
        array_sort(collect_list(struct(-dead_letters.events as place, dead_letters.kafka_topic as topic, dead_letters.events as events))),
        t -> struct(t.topic, t.events)
    ) as topics,
    array_sort(collect_set(dead_letters.source_name)) as sources,
    any_value(codes.cause) as cause,
    any_value(codes.cure) as cure
from dead_letters
left join codes on dead_letters.error_code = codes.error_code
group by dead_letters.error_code
order by newest desc nulls last, code asc nulls last
