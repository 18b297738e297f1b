{#-
    What Kafka Connect's schema says of the records of Debezium that are written in Avro: SQL expression of a struct of name, version and columns (array of {name, type}, as of `connect_columns`),
    null for a record in another schema.

    schemas: see `avro_schemas`. of_key: true for what the schema of the Kafka key says. Needs the column schema_number or key_schema_number. The text in it is a constant: Spark parses it once, when it plans.
-#}
{% macro avro_connect_schema(schemas, of_key=false) -%}
    {%- set type = 'name string, version string, columns map<string, string>' -%}
    {%- set described = schemas | selectattr('connect_columns') | selectattr('layout', 'equalto' if of_key else 'ne', 'key') | list -%}
    {%- set columns -%}
    {%- if described | length == 0 -%}
    from_json(cast(null as string), '{{ type }}')
    {%- else -%}
    case
        {%- for text, same in described | groupby('connect_columns') %}
        when {{ 'key_' if of_key }}schema_number in ({{ same | map(attribute='number') | join(', ') }}) then from_json({{ rosetta_cdc.sql_text_literal(text) }}, '{{ type }}')
        {%- endfor %}
    end
    {%- endif -%}
    {%- endset -%}
    get(transform(
        array({{ rosetta_cdc.of_avro_schemas(columns) }}),
        s -> named_struct('name', s.name, 'version', s.version, 'columns', transform(map_entries(s.columns), c -> struct(c.key as name, c.value as type)))
    ), 0)
{%- endmacro %}
