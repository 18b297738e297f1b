{#-
    The columns that the schema of a Kafka Connect envelope describes: array of {name, type}, of the image after the change, else of the one before it. The type is the logical name, else the Connect
    type, with the parameters behind it in one text; of an array also that of its items: `array<int32>`. Null where there is no schema. Parameters that say what the source's column was
    (column.propagate.source.type, datatype.propagate.source.type) are none of the type's.
    schema: SQL expression of struct with fields, an array of {field, fields: array of structs of `connect_column_fields`}.
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
            if(c.items.type is null or c.name is not null, {{ rosetta_cdc._connect_type('c') }}, concat('array<', {{ rosetta_cdc._connect_type('c.items') }}, '>')) as type
        )
    )
{%- endmacro %}

{#- The type that a description gives, as one text. described: SQL expression of struct<type, name, parameters>. -#}
{% macro _connect_type(described) -%}
    concat(
        coalesce({{ described }}.name, {{ described }}.type),
        coalesce(concat('(', nullif(array_join(transform(
            map_entries(if(
                map_contains_key({{ described }}.parameters, '__debezium.source.column.type'),
                map_filter({{ described }}.parameters, (k, v) -> not startswith(k, '__debezium.source.column.')),
                {{ described }}.parameters
            )),
            p -> concat(p.key, '=', p.value)
        ), ','), ''), ')'), '')
    )
{%- endmacro %}
