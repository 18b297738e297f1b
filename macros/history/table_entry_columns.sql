{#- The columns of `table_entries` as `row_states` keeps them, a select list in the same order. -#}
{% macro table_entry_columns() -%}
    scope_id, event_id, op,
    kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, row_index, kafka_timestamp,
    committed_at, known_time, order_time, order_mark as own_mark, sequence_number, identity, transaction_key
{%- endmacro %}
