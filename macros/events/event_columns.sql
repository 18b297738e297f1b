{#-
    The columns of a change event in their order, as every staging model returns them; `cdc_events` adds load_id and loaded_at.
    Returns a list of names.
-#}
{% macro event_columns() -%}
    {{ return([
        'event_id', 'kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'row_index',
        'rows_in_record', 'kafka_timestamp', 'landing_id', 'landed_at', 'landed_date', 'registry_digest',
        'source_name', 'source_format', 'format_basis', 'database_name', 'schema_name', 'table_name', 'table_id',
        'event_kind', 'op', 'source_op',
        'primary_key', 'previous_primary_key', 'row_key', 'previous_row_key', 'key_basis',
        'before', 'after', 'before_complete', 'after_complete', 'column_types',
        'committed_at', 'committed_at_basis', 'read_at', 'produced_at',
        'source_position', 'sequence_number', 'transaction_id', 'transaction_order', 'pair_id',
        'ddl_text', 'source_metadata', 'error_code', 'error_detail'
    ]) }}
{%- endmacro %}
