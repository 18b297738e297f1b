{#- The fields of a message of Debezium: dict of name -> Spark type. images: Spark type of before and after. -#}
{% macro debezium_fields(images) %}
    {{ return({
        'before': images, 'after': images, 'source': 'map<string, string>', 'op': 'string', 'ts_ms': 'string',
        'transaction': 'map<string, string>', 'message': 'struct<prefix: string, content: string>',
        'ddl': 'string', 'databaseName': 'string', 'schemaName': 'string', 'tableChanges': 'string', 'historyRecord': 'string',
        'status': 'string', 'id': 'string', 'event_count': 'string', 'data_collections': 'string',
        'aggregate_type': 'string', 'type': 'string', 'additional_data': 'string',
        'updateDescription': 'struct<removedFields: array<string>, updatedFields: string, truncatedArrays: array<string>>'
    }) }}
{% endmacro %}
