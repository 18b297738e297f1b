{#-
    Which of the rows that a run touches can go on from their state, and which are folded anew from all their events.

    Anew: rows that were disturbed; rows that get an event with a place before their last one or before a statement that emptied their table in an earlier run, one that may
    be a copy of an earlier one, one whose commit time moves the start of versions without one, or one of the transaction in which their row was swapped in.

    concerned: table of the rows that the run concerns with row_id, table_id, database_id, row_key (null where only `row_states` knows them) and is_disturbed. entries: table made
    by `row_entries`. statements: table of the statements of this run that empty tables, made by `table_entries`, or none. earlier: table of those of earlier
    runs, made by `emptied_lines`, or none. states: relation of `row_states`.
    Returns row_id, table_id, database_id, row_key, is_anew and state (struct of the columns of `row_states`, null for a row without one).
-#}
{% macro rows_in_order(concerned, entries, statements, earlier, states) -%}
    {%- set of_line = 'l.cluster = kafka_cluster and l.topic = kafka_topic and l.partition = kafka_partition' -%}
    {%- set moves_time = '(not state.time_is_known and (known_time < state.valid_from or (state.time_may_move and known_time is not null)))' -%}
    select
        event.*,
        concerned.is_disturbed,
        case when states.row_id is not null then struct(states.*) end as state,
        concerned.row_id as concerned_row_id
    from {{ concerned }} as concerned
    left join (
        {#- Of all states those of the run's rows first: an outer join alone would sort all of them. #}
        select states.*
        from {{ states }} as states
        left semi join {{ concerned }} as concerned on states.row_id = concerned.row_id
        where states.kind = 'row'
    ) as states on concerned.row_id = states.row_id
    left join (
        select
            row_id, table_id, database_id, row_key, kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, row_index,
            committed_at, known_time, order_time, sequence_number, identity, transaction_key,
            max(own_mark) over (
                partition by row_id, kafka_cluster, kafka_topic, kafka_partition order by kafka_topic_incarnation, kafka_offset, row_index
            ) as own_mark,
            false as is_statement
        from {{ entries }}
        {%- if statements %}
        union all
        select
            row_of_scope.row_id, row_of_scope.table_id, row_of_scope.database_id, row_of_scope.row_key,
            statement.kafka_cluster, statement.kafka_topic, statement.kafka_topic_incarnation, statement.kafka_partition, statement.kafka_offset, statement.row_index,
            statement.committed_at, statement.known_time, statement.order_time, statement.sequence_number,
            cast(null as bigint) as identity, cast(null as bigint) as transaction_key, statement.own_mark,
            true as is_statement
        from (
            select row_id, table_id, database_id, row_key, explode(array(table_id, database_id)) as scope_id
            from {{ concerned }}
            where not is_disturbed
        ) as row_of_scope
        inner join {{ statements }} as statement on row_of_scope.scope_id = statement.scope_id
        {%- endif %}
    ) as event on concerned.row_id = event.row_id

    {%- if earlier %}

    |> left join {{ earlier }} as of_table on table_id = of_table.scope_id

    |> left join {{ earlier }} as of_database on database_id = of_database.scope_id
    {%- endif %}

    |> extend
        get(filter(state.lines, l -> {{ of_line }}), 0) as carrier,
        {{ 'concat(coalesce(of_table.lines, array()), coalesce(of_database.lines, array()))' if earlier else 'array()' }} as emptied_lines,
        struct(kafka_topic_incarnation, kafka_offset, row_index) as position

    |> extend {{ "array_max(transform(filter(emptied_lines, l -> " ~ of_line ~ "), l -> l.mark))" if earlier else "cast(null as " ~ mark_type() ~ ")" }} as emptied_mark

    |> extend greatest(own_mark, carrier.mark, emptied_mark) as mark

    |> extend
        cast(struct(
            order_time, mark, kafka_cluster, kafka_topic, kafka_partition, kafka_topic_incarnation, kafka_offset, row_index
        ) as {{ place_type() }}) as place

    |> aggregate
        any_value(coalesce(table_id, state.table_id)) as table_id,
        any_value(coalesce(database_id, state.database_id)) as database_id,
        any_value(coalesce(row_key, state.row_key)) as row_key,
        any_value(state) as state,
        coalesce(bool_or(
            is_disturbed
            or coalesce(state is not null and (
                place <= state.last_place
                or position <= struct(carrier.incarnation, carrier.offset, carrier.row_index)
                or (identity is not null and state.last_identity >= struct(committed_at, sequence_number))
                or {{ moves_time }}
                or transaction_key = state.swapped_in
                {%- if statements or earlier %}
                or order_time is not null
                {%- endif %}
            ), false)
            {%- if earlier %}
            {#- Could a statement that emptied the table have its place after the event. In a line of its own its mark may be that of the row's last event there. #}
            or coalesce((state is not null or not is_statement) and exists(emptied_lines, l ->
                order_time is not null
                or l.order_time is not null
                or case
                    when {{ of_line }} then position < struct(l.incarnation, l.offset, l.row_index)
                    else mark <= greatest(l.mark, get(filter(state.lines, c -> c.cluster = l.cluster and c.topic = l.topic and c.partition = l.partition), 0).mark)
                end
            ), false)
            {%- endif %}
        ), false) as is_anew
        group by concerned_row_id as row_id
{%- endmacro %}
