{#-
    Rows of earlier runs that the statements of this run concern: row_id, table_id, database_id, row_key and is_disturbed (is the row to be folded anew).

    Concerned are open rows, and rows with an event that may have its place after a statement. Disturbed are those for which a statement arrives after later
    events of its line, whose marks it shifts: events of the row itself, or other statements.
    What statements say is gathered by table and database first, so that one pass over the rows is enough, however many there are.

    statements: table made by `table_entries`. states: relation of `row_states`.
-#}
{% macro emptied_rows(statements, states) -%}
    with

    arrived as (
        select
            scope_id,
            collect_list(struct(kafka_cluster, kafka_topic, kafka_partition, kafka_topic_incarnation, kafka_offset, row_index)) as statements,
            min({{ event_place('statements') }}) as first_place
        from {{ statements }} as statements
        group by scope_id
    ),

    earlier as (
        {{ emptied_lines(states) }}
    ),

    scopes as (
        select
            coalesce(arrived.scope_id, earlier.scope_id) as scope_id,
            coalesce(arrived.statements, array()) as statements,
            coalesce(earlier.lines, array()) as lines,
            arrived.first_place
        from arrived
        full join earlier on arrived.scope_id = earlier.scope_id
    ),

    met as (
        select
            states.row_id,
            states.table_id,
            states.database_id,
            states.row_key,
            not states.is_deleted or states.last_place >= least(of_table.first_place, of_database.first_place) as is_concerned,
            concat(coalesce(of_table.statements, array()), coalesce(of_database.statements, array())) as statements,
            states.lines as lines_of_row,
            concat(coalesce(of_table.lines, array()), coalesce(of_database.lines, array())) as lines_of_scopes
        from {{ states }} as states
        left join scopes as of_table on states.table_id = of_table.scope_id
        left join scopes as of_database on states.database_id = of_database.scope_id
        where states.kind = 'row' and (of_table.first_place is not null or of_database.first_place is not null)
    ),

    judged as (
        select
            * except (statements, lines_of_row, lines_of_scopes),
            exists(statements, s ->
                {%- for lines in ['lines_of_row', 'lines_of_scopes'] %}
                {{ 'or' if not loop.first }} exists(
                    {{ lines }},
                    l -> l.cluster = s.kafka_cluster and l.topic = s.kafka_topic and l.partition = s.kafka_partition
                        and struct(l.incarnation, l.offset, l.row_index) > struct(s.kafka_topic_incarnation, s.kafka_offset, s.row_index)
                )
                {%- endfor %}
            ) as is_disturbed
        from met
    )

    select * except (is_concerned)
    from judged
    where is_concerned or is_disturbed
{%- endmacro %}
