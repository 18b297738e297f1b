{#-
    Of the statements that emptied tables in earlier runs, what a run has to know without going through them: one row for each table or database, scope_id, and
    lines, an array with the last statement of each line (as `line_type`; mark is the greatest of them) and order_time, the latest.
    statements: relation with columns of `table_statements`.
-#}
{% macro emptied_lines(statements) -%}
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
            max(own_mark) as mark,
            max(order_time) as order_time
        from {{ statements }}
        group by scope_id, cluster, topic, partition
    )
    group by scope_id
{%- endmacro %}
