{#-
    Number of the schema that a record is written in, null where none is registered for it. Renders an expression of int.

    schemas: see `avro_schemas`. A schema id is that of Confluent's prefix, a zero byte and four bytes of the id (Confluent, Schema Registry, wire
    format). Needs the columns kafka_cluster, kafka_topic, kafka_value, format.
-#}
{% macro avro_schema_number(schemas) -%}
    {%- set number -%}
    {%- if schemas | length == 0 -%}
    cast(null as int)
    {%- else -%}
    case
        {%- for schema in schemas %}
        {%- if schema.applies_to == 'topic' -%}
            {%- set applies = 'kafka_topic = ' ~ rosetta_cdc.sql_text_literal(schema.name) -%}
        {%- elif schema.applies_to == 'schema_id' -%}
            {%- set applies = "substring(kafka_value, 1, 5) = X'" ~ '%010X' % (schema.name | int) ~ "'" -%}
        {%- else -%}
            {%- set applies = 'format = ' ~ rosetta_cdc.sql_text_literal(schema.name) -%}
        {%- endif %}
        when {{ applies }}{{ ' and kafka_cluster = ' ~ rosetta_cdc.sql_text_literal(schema.kafka_cluster) if schema.kafka_cluster }} then {{ schema.number }}
        {%- endfor %}
    end
    {%- endif -%}
    {%- endset -%}
    {{ rosetta_cdc.of_avro_schemas(number) }}
{%- endmacro %}
