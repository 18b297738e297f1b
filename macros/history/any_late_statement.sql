{#-
    Whether a statement of this run arrives after events that follow it in its line. Returns a boolean; false unless dbt executes.
    statements: table made by `table_entries`. run: see `history_run`.
-#}
{% macro any_late_statement(statements, run) %}
    {%- if not execute or flags.WHICH not in ('run', 'build') -%}{{ return(false) }}{%- endif -%}
    {%- set query -%}
        select /*+ broadcast(statements) */ count(*) > 0 as is_any
        from {{ ref('cdc_events') }} version as of {{ run.from_version }} as events
        inner join {{ statements }} as statements on
            events.kafka_cluster = statements.kafka_cluster and events.kafka_topic = statements.kafka_topic
            and events.kafka_partition = statements.kafka_partition
        where
            struct(events.kafka_topic_incarnation, events.kafka_offset, events.row_index)
            > struct(statements.kafka_topic_incarnation, statements.kafka_offset, statements.row_index)
    {%- endset -%}
    {{ return(run_query(query).columns[0].values()[0]) }}
{% endmacro %}
