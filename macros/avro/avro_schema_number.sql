{#-
    Number of the schema that a record's value or key is written in, null where none is registered for it. Renders an expression of int.

    schemas: see `avro_schemas`. of_key: true for the record's key; one of a topic then has the topic's name with -key behind it, as in the subjects of schema registries.
    A schema id is that of the prefix: a zero byte and four bytes of the id (Confluent, Schema Registry, wire format), or eight (Apicurio Registry, serializers), of which the first
    four are zero, as no id of Confluent's is. Needs the columns kafka_cluster, kafka_topic, kafka_value or kafka_key, format.
-#}
{% macro avro_schema_number(schemas, of_key=false) -%}
    {%- set bytes = 'kafka_key' if of_key else 'kafka_value' -%}
    {%- set chosen = schemas | selectattr('layout', 'equalto', 'key') | rejectattr('applies_to', 'equalto', 'format') | list if of_key else schemas -%}
    {%- set number -%}
    {%- if chosen | length == 0 -%}
    cast(null as int)
    {%- else -%}
    get(transform(
        array(case
            when startswith({{ bytes }}, X'0000000000') then conv(hex(substring({{ bytes }}, 2, 8)), 16, 10)
            when startswith({{ bytes }}, X'00') then conv(hex(substring({{ bytes }}, 2, 4)), 16, 10)
        end),
        id -> case
            {%- for schema in chosen %}
            {%- if schema.applies_to == 'topic' -%}
                {%- set applies = ("concat(kafka_topic, '-key')" if of_key else 'kafka_topic') ~ ' = ' ~ rosetta_cdc.sql_text_literal(schema.name) -%}
            {%- elif schema.applies_to == 'schema_id' -%}
                {%- set applies = "id = '" ~ schema.name ~ "'" -%}
            {%- else -%}
                {%- set applies = 'format = ' ~ rosetta_cdc.sql_text_literal(schema.name) -%}
            {%- endif %}
            when {{ applies }}{{ ' and kafka_cluster = ' ~ rosetta_cdc.sql_text_literal(schema.kafka_cluster) if schema.kafka_cluster }} then {{ schema.number }}
            {%- endfor %}
        end
    ), 0)
    {%- endif -%}
    {%- endset -%}
    {{ rosetta_cdc.of_avro_schemas(number) }}
{%- endmacro %}
