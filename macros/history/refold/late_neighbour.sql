{#-
    Reason `late_neighbour`: an event came between the halves of a split update that only their neighbourhood joins, or beside one of them. Query of row_id.
    events: relation with columns of `cdc_events` that has all events by now. arrived: CTE of those of this run.
-#}
{% macro late_neighbour(events, arrived) -%}
    select {{ rosetta_cdc.row_id('table_id', 'row_key') }} as row_id
    from (
        select
            *,
            lag(is_arrived) over line as last_is_arrived,
            lead(is_arrived) over line as next_is_arrived
        from (
            select
                events.*,
                arrived.event_id is not null as is_arrived
            from {{ events }} as events
            left semi join {{ arrived }} as arrived on
                events.table_id = arrived.table_id and events.kafka_cluster = arrived.kafka_cluster and events.kafka_topic = arrived.kafka_topic
                and events.kafka_partition = arrived.kafka_partition
            left join {{ arrived }} as arrived on events.event_id = arrived.event_id
            where events.event_kind = 'row_change'
        )
        window line as ({{ rosetta_cdc.log_window() }})
    )
    where
        op in ('update_before', 'update_after') and pair_id is null
        and (not is_arrived or last_is_arrived is false or next_is_arrived is false)
        and (is_arrived or last_is_arrived or next_is_arrived)
{%- endmacro %}
