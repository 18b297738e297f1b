{#-
    Rows whose earlier events look different since this run's events arrived, so that they are folded anew: row_id.

    A replay replaced events of theirs, or statements that emptied their table; the other half of a split update arrived; an event came between the halves of one that only their neighbourhood joins.
    run: see `history_run`. events: relation `cdc_events`. states: CTE of `row_states`. Needs the CTE arrived, and replaced where run.replaced.
-#}
{% macro disturbed_rows(run, events, states) -%}
    {%- set now = events ~ ' version as of ' ~ run.to_version -%}
    {%- set half = "op in ('update_before', 'update_after')" -%}
    select cast(null as string) as row_id
    where false
    {%- if run.replaced %}
    union all
    select row_id
    from (
        {{ row_entries('replaced') }}
    )
    {%- if run.tables %}
    union all
    select row_id
    from (
        select row_id, explode(array(table_id, database_id)) as scope_id
        from {{ states }}
        where kind = 'row'
    )
    where scope_id in (
        select scope_id
        from (
            {{ table_entries('replaced') }}
        )
    )
    {%- endif %}
    {%- endif %}
    {%- if run.halves %}
    union all
    select explode(rows) as row_id
    from (
        select collect_set({{ row_id('table_id', 'row_key') }}) as rows
        from (
            select pair_id, table_id, row_key, true as is_earlier
            from {{ events }} version as of {{ run.from_version }}
            where {{ half }} and pair_id is not null
                and (committed_at is null {%- if run.first_half %} or committed_at between timestamp'{{ run.first_half }}' and timestamp'{{ run.last_half }}'{% endif %})
            union all
            select pair_id, table_id, row_key, false as is_earlier
            from arrived
            where {{ half }} and pair_id is not null
        )
        group by pair_id
        having bool_or(is_earlier) and bool_or(not is_earlier)
    )
    {%- endif %}
    {%- if run.ever.neighbours %}
    union all
    select {{ row_id('table_id', 'row_key') }} as row_id
    from (
        select
            *,
            lag(is_arrived) over line as last_is_arrived,
            lead(is_arrived) over line as next_is_arrived
        from (
            select events.*, arrived.event_id is not null as is_arrived
            from {{ now }} as events
            left semi join arrived on
                events.table_id = arrived.table_id and events.kafka_cluster = arrived.kafka_cluster and events.kafka_topic = arrived.kafka_topic
                and events.kafka_partition = arrived.kafka_partition
            left join arrived on events.event_id = arrived.event_id
            where events.event_kind = 'row_change'
        )
        window line as (
            partition by table_id, kafka_cluster, kafka_topic, kafka_partition order by kafka_topic_incarnation, kafka_offset, row_index
        )
    )
    where {{ half }} and pair_id is null and (not is_arrived or last_is_arrived is false or next_is_arrived is false)
        and (is_arrived or last_is_arrived or next_is_arrived)
    {%- endif %}
{%- endmacro %}
