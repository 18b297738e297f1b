{#-
    The columns that the schema of a Kafka Connect envelope describes: array of {name, type}, of the image after the change, else of the one before it. The type is the logical name, else the Connect
    type, with the parameters behind it in one text. Null where there is no schema.
    schema: SQL expression of struct with fields, an array of {field, fields: array of {field, type, name, parameters}}.
    of_envelope: false where the schema is an array of such columns itself.
-#}
{% macro connect_columns(schema, of_envelope=true) -%}
    transform(
        {% if of_envelope %}coalesce(
            get(filter({{ schema }}.fields, f -> f.field = 'after'), 0).fields,
            get(filter({{ schema }}.fields, f -> f.field = 'before'), 0).fields
        ){% else %}{{ schema }}{% endif %},
        c -> struct(
            c.field as name,
            concat(coalesce(c.name, c.type), coalesce(
                concat('(', array_join(transform(map_entries(c.parameters), p -> concat(p.key, '=', p.value)), ','), ')'), ''
            )) as type
        )
    )
{%- endmacro %}
