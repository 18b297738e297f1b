{#-
    The types of those values of a MongoDB document that `mongodb_values` makes plain texts of: array of {name, type}, see `column_types_from_list`.
    document: SQL expression of a document, see `mongodb_document`.
-#}
{% macro mongodb_types(document) -%}
    filter(
        transform(map_entries({{ document }}), field -> struct(
            field.key as name,
            map(
                'oid', 'objectId', 'numberLong', 'long', 'numberInt', 'int', 'numberDouble', 'double', 'numberDecimal', 'decimal', 'symbol', 'string', 'uuid', 'uuid',
                'date', 'date', 'binary', 'binary'
            )[regexp_extract(field.value, r'^\{"\$(\w+)":', 1)] as type
        )),
        field -> field.type is not null
    )
{%- endmacro %}
