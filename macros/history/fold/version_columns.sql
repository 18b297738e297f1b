{#- The columns of `cdc_row_history` in their order: list of names. -#}
{% macro version_columns() -%}
    {{ return([
        'row_id', 'table_id', 'row_key', 'primary_key', 'key_basis', 'version_number', 'op', 'row_image', 'column_encodings', 'image_complete',
        'changed_columns', 'row_hash', 'is_deleted', 'equal_rows', 'is_current', 'valid_from', 'valid_to', 'committed_at', 'event_id',
        'kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'row_index', 'kafka_timestamp',
        'sequence_number', 'order_mark', 'applied_at', 'run_id'
    ]) }}
{%- endmacro %}
