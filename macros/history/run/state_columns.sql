{#-
    The columns of `row_states` with their Spark types: dict of name -> type. Those of `version_columns` are the row's last version.
-#}
{% macro state_columns() -%}
    {{ return({
        'row_id': 'string', 'table_id': 'string', 'database_id': 'string', 'is_deleted': 'boolean', 'equal_rows': 'bigint',
        'last_place': rosetta_cdc.place_type(), 'version_number': 'int', 'op': 'string', 'row_key': 'string', 'key_basis': 'string',
        'image_complete': 'boolean', 'row_hash': 'string', 'is_current': 'boolean',
        'valid_from': 'timestamp', 'valid_to': 'timestamp', 'committed_at': 'timestamp', 'event_id': 'string',
        'kafka_cluster': 'string', 'kafka_topic': 'string', 'kafka_topic_incarnation': 'int', 'kafka_partition': 'int', 'kafka_offset': 'bigint',
        'row_index': 'int', 'kafka_timestamp': 'timestamp', 'sequence_number': 'decimal(38, 0)', 'order_mark': rosetta_cdc.mark_type(),
        'applied_at': 'timestamp', 'run_id': 'string',
        'primary_key': 'map<string, string>', 'row_image': 'map<string, string>', 'column_encodings': 'map<string, string>',
        'changed_columns': 'array<string>',
        'lines': 'array<' ~ rosetta_cdc.line_type() ~ '>', 'last_identity': 'struct<committed_at: timestamp, sequence_number: decimal(38, 0)>',
        'known_until': 'timestamp', 'time_is_known': 'boolean', 'time_may_move': 'boolean', 'arrived_in': 'bigint', 'sent_image': 'map<string, string>', 'inherits_from': 'string', 'contradiction': 'string'
    }) }}
{%- endmacro %}
