{#-
    The columns of `cdc_events` in their order with their Spark types. Returns a dict of name -> type.
    load_id and loaded_at are the run's; all others come from `event_rows`.
-#}
{% macro event_columns() -%}
    {{ return({
        'event_id': 'string', 'kafka_cluster': 'string', 'kafka_topic': 'string', 'kafka_topic_incarnation': 'int', 'kafka_partition': 'int',
        'kafka_offset': 'bigint', 'row_index': 'int', 'rows_in_record': 'int', 'kafka_timestamp': 'timestamp',
        'kafka_headers': 'array<struct<key:string,value:binary>>', 'landing_id': 'string',
        'landed_at': 'timestamp', 'landed_date': 'date', 'registry_digest': 'string', 'load_id': 'string', 'loaded_at': 'timestamp',
        'source_name': 'string', 'source_format': 'string', 'format_basis': 'string', 'database_name': 'string', 'schema_name': 'string',
        'table_name': 'string', 'table_id': 'string', 'event_kind': 'string', 'op': 'string', 'source_op': 'string',
        'primary_key': 'map<string,string>', 'previous_primary_key': 'map<string,string>', 'row_key': 'string',
        'previous_row_key': 'string', 'other_row_key': 'string', 'key_basis': 'string', 'before': 'map<string,string>', 'after': 'map<string,string>',
        'before_complete': 'boolean', 'after_complete': 'boolean', 'column_types': 'map<string,string>', 'committed_at': 'timestamp',
        'committed_at_basis': 'string', 'read_at': 'timestamp', 'produced_at': 'timestamp', 'source_position': 'string',
        'sequence_number': 'decimal(38,0)', 'transaction_id': 'string', 'transaction_order': 'bigint', 'pair_id': 'string',
        'order_by': 'string', 'load_time': 'timestamp',
        'ddl_text': 'string', 'source_metadata': 'map<string,string>', 'error_code': 'string', 'error_detail': 'string'
    }) }}
{%- endmacro %}
