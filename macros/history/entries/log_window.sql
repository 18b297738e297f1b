{#-
    The window in which the row changes of a table stand as their Kafka partition has them: who are neighbours in it, are neighbours in the log. It does not say which event of a row is the later one
    (see `macros/history/order`). Needs table_id and the columns of the Kafka record.
-#}
{% macro log_window() -%}
    partition by table_id, {{ rosetta_cdc.line_columns() }} order by kafka_topic_incarnation, kafka_offset, row_index
{%- endmacro %}
