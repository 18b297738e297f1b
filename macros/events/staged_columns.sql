{#-
    The columns of a staging model, in order, with their types: the record, what its message says, what keeps it from being read.
    `event_rows` makes change events of them. Returns a dict of name -> Spark type.

    declared_key: names of the key columns that the message declares. declared_key_basis: `declared`, `surrogate` or `kafka_key`. key_values: values
    of key columns that the images may lack. bare_key: the value of a Kafka key that does not name its column. previous_key_values: those before an update, where the message says the former key and has no before image with it. other_key_values: of half of a split update, those of the other half, where the message says them. key_may_be_null: may the declared key hold NULL. pair_token: what both halves of a split update
    share within their table.
-#}
{% macro staged_columns() -%}
    {{ return({
        'kafka_cluster': 'string', 'kafka_topic': 'string', 'kafka_topic_incarnation': 'int', 'kafka_partition': 'int',
        'kafka_offset': 'bigint', 'row_index': 'int', 'rows_in_record': 'int', 'kafka_timestamp': 'timestamp',
        'kafka_headers': 'array<struct<key:string,value:binary>>', 'landing_id': 'string', 'landed_at': 'timestamp', 'landed_date': 'date', 'source_format': 'string', 'format_basis': 'string',
        'database_name': 'string', 'schema_name': 'string', 'table_name': 'string',
        'event_kind': 'string', 'op': 'string', 'source_op': 'string',
        'declared_key': 'array<string>', 'declared_key_basis': 'string', 'key_values': 'map<string, string>', 'bare_key': 'string',
        'previous_key_values': 'map<string, string>', 'other_key_values': 'map<string, string>', 'key_may_be_null': 'boolean',
        'before': 'map<string, string>', 'after': 'map<string, string>',
        'before_complete': 'boolean', 'after_complete': 'boolean', 'column_types': 'map<string, string>',
        'committed_at': 'timestamp', 'committed_at_basis': 'string', 'read_at': 'timestamp', 'produced_at': 'timestamp',
        'source_position': 'string', 'sequence_number': 'decimal(38, 0)',
        'transaction_id': 'string', 'transaction_order': 'bigint', 'pair_token': 'string',
        'ddl_text': 'string', 'source_metadata': 'map<string, string>', 'error_code': 'string', 'error_detail': 'string'
    }) }}
{%- endmacro %}
