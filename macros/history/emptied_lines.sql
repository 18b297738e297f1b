{#-
    Of the statements that earlier runs have seen empty tables, what a run has to know without going through them: one row for each table or database, scope_id, and
    lines, an array with the last statement of each line (as `line_of_state`, mark is the greatest of them) and order_time, the latest.
    states: relation of `row_states`.
-#}
{% macro emptied_lines(states) -%}
    select
        scope_id,
        collect_list(struct(cluster, topic, partition, last.incarnation, last.offset, last.row_index, mark, order_time)) as lines
    from (
        select
            scope_id,
            kafka_cluster as cluster,
            kafka_topic as topic,
            kafka_partition as partition,
            max(struct(kafka_topic_incarnation as incarnation, kafka_offset as offset, row_index)) as last,
            max(order_mark) as mark,
            max(order_time) as order_time
        from {{ states }}
        where kind = 'table_event'
        group by scope_id, cluster, topic, partition
    )
    group by scope_id
{%- endmacro %}
