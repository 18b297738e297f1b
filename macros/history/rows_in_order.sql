{#-
    Which of the rows that a run touches can go on from their state, and which are folded anew from all their events.

    Anew: rows that were disturbed; rows that get an event with a place before their last one, one that may be a copy of an earlier one, one whose commit time
    moves the start of versions without one, or one of the transaction in which their row was swapped in.

    touched: CTE with row_id and is_disturbed. entries: CTE made by `row_entries`. emptied: CTE of all statements that empty tables, made by `table_entries`, with is_arrived
    (is it of this run), or none. states: CTE of `row_states`. run: see `history_run`.
    Returns row_id, table_id, database_id, row_key, is_anew and state (struct of the columns of `row_states`, null for a row without one).
-#}
{% macro rows_in_order(touched, entries, emptied, states, run) -%}
    {%- set carrier -%}
        get(filter(
            state.lines, l -> l.cluster = kafka_cluster and l.topic = kafka_topic and l.partition = kafka_partition
        ), 0)
    {%- endset -%}
    {%- set moves_time = '(not state.time_is_known and (known_time < state.valid_from or (state.time_may_move and known_time is not null)))' -%}
    select
        event.*,
        touched.is_disturbed,
        case when states.row_id is not null then struct(states.*) end as state,
        touched.row_id as touched_row_id
    from {{ touched }} as touched
    left join (select * from {{ states }} where kind = 'row') as states on touched.row_id = states.row_id
    left join (
        select
            row_id, table_id, database_id, row_key, kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, row_index,
            committed_at, known_time, order_time, sequence_number, identity, transaction_key, true as is_arrived,
            max(own_mark) over (
                partition by row_id, kafka_cluster, kafka_topic, kafka_partition order by kafka_topic_incarnation, kafka_offset, row_index
            ) as own_mark
        from {{ entries }}
        {%- if emptied %}
        union all
        select
            states.row_id, states.table_id, states.database_id, states.row_key, emptied.kafka_cluster, emptied.kafka_topic, emptied.kafka_topic_incarnation,
            emptied.kafka_partition, emptied.kafka_offset, emptied.row_index, emptied.committed_at, emptied.known_time, emptied.order_time,
            emptied.sequence_number, cast(null as bigint) as identity, cast(null as bigint) as transaction_key,
            emptied.is_arrived, emptied.own_mark
        from {{ states }} as states
        inner join {{ emptied }} as emptied on emptied.scope_id in (states.table_id, states.database_id)
        left semi join {{ touched }} as touched on states.row_id = touched.row_id
        where states.kind = 'row'
        {%- endif %}
    ) as event on touched.row_id = event.row_id

    |> extend
        {{ carrier }} as carrier,
        struct(kafka_topic_incarnation, kafka_offset, row_index) as position

    |> extend
        max(case when not is_arrived then position end) over (partition by row_id, kafka_cluster, kafka_topic, kafka_partition) as last_emptied

    |> extend
        cast(struct(
            order_time, case when carrier.mark > own_mark then carrier.mark else own_mark end, kafka_cluster, kafka_topic, kafka_partition,
            kafka_topic_incarnation, kafka_offset, row_index
        ) as {{ place_type() }}) as place

    |> aggregate
        any_value(coalesce(table_id, state.table_id)) as table_id,
        any_value(coalesce(database_id, state.database_id)) as database_id,
        any_value(coalesce(row_key, state.row_key)) as row_key,
        any_value(state) as state,
        coalesce(bool_or(
            is_disturbed
            or coalesce(state is not null and not is_arrived and {{ moves_time }}
                and (place > state.last_place or carrier is not null), false)
            or coalesce(state is not null and is_arrived and (
                place <= state.last_place
                or position <= struct(carrier.incarnation, carrier.offset, carrier.row_index)
                or position < last_emptied
                or (identity is not null and state.last_identity >= struct(committed_at, sequence_number))
                or {{ moves_time }}
                or transaction_key = state.swapped_in
                {%- if run.ever.tables %}
                or order_time is not null
                {%- endif %}
            ), false)
        ), false) as is_anew
        group by touched_row_id as row_id
{%- endmacro %}
