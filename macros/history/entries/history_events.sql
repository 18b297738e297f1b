{#-
    The columns of `cdc_events` that the history reads, from a version of the table or from the changes between two.
    relation: SQL of the relation. condition: SQL condition, if any.
-#}
{% macro history_events(relation, condition='true') -%}
    select
        event_id, event_kind, op, source_op, source_name, source_format, database_name, schema_name, table_id,
        row_key, previous_row_key, other_row_key, primary_key, previous_primary_key, key_basis, before, after, before_complete, after_complete, column_types,
        kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, row_index, kafka_timestamp,
        committed_at, sequence_number, source_position, transaction_id, transaction_order, pair_id, order_by, load_time, ddl_text
    from {{ relation }}
    where event_kind in ('row_change', 'tombstone', 'truncate', 'ddl') and ({{ condition }})
{%- endmacro %}
