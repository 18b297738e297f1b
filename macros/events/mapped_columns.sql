{#-
    The columns that a staging model maps from its message, with their types, before `event_rows` completes them.
    Returns a dict of name -> Spark type.

    declared_key: names of the key columns that the message declares. declared_key_basis: `declared`, `surrogate` or `kafka_key`. key_values: values
    of key columns that the images lack. pair_token: what both halves of a split update share within their table.
    row_error: error code of this row, row_error_detail: what was wrong, never content of the message.
-#}
{% macro mapped_columns() -%}
    {{ return({
        'row_index': 'int', 'rows_in_record': 'int',
        'database_name': 'string', 'schema_name': 'string', 'table_name': 'string',
        'event_kind': 'string', 'op': 'string', 'source_op': 'string',
        'declared_key': 'array<string>', 'declared_key_basis': 'string', 'key_values': 'map<string, string>',
        'before': 'map<string, string>', 'after': 'map<string, string>',
        'before_complete': 'boolean', 'after_complete': 'boolean', 'column_types': 'map<string, string>',
        'committed_at': 'timestamp', 'committed_at_basis': 'string', 'read_at': 'timestamp', 'produced_at': 'timestamp',
        'source_position': 'string', 'sequence_number': 'decimal(38, 0)',
        'transaction_id': 'string', 'transaction_order': 'bigint', 'pair_token': 'string',
        'ddl_text': 'string', 'source_metadata': 'map<string, string>', 'row_error_detail': 'string'
    }) }}
{%- endmacro %}
