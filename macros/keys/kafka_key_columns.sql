{#-
    A step of a staging model that reads the Kafka key: adds key_values (map<string,string>: key columns, values as sent), key_schema (the name of the schema in Kafka Connect's envelope), key_fields (the columns
    that it describes, structs of `connect_column_fields`), all null where the key is absent or no JSON object, and bare_key (the value alone that stands in the place of an object, see `bare_key_value`), null where it is one.

    relation: CTE with kafka_key. in_envelope: true for keys in Kafka Connect's envelope {schema, payload}, false for plain objects, none for either, which parses a plain one twice;
    or the name of the field whose object holds the columns. Renders a query.
-#}
{% macro kafka_key_columns(relation, in_envelope=none) -%}
    {{ return(adapter.dispatch('kafka_key_columns', 'rosetta_cdc')(relation, in_envelope)) }}
{%- endmacro %}

{#- What `kafka_key_columns` does where no project overrides it. -#}
{% macro default__kafka_key_columns(relation, in_envelope=none) -%}
    {%- set text = rosetta_cdc.exact_text('cast(kafka_key as string)') -%}
    {%- set connect = 'from_json(' ~ text ~ ", 'schema struct<name string, fields array<struct<" ~ rosetta_cdc.connect_column_fields() ~ ">>>, payload map<string, string>', " ~ rosetta_cdc.json_options() ~ ')' -%}
    {%- set no_fields = 'cast(null as array<struct<' ~ rosetta_cdc.connect_column_fields() ~ '>>)' -%}
    {%- set plain = 'from_json(' ~ text ~ ", 'map<string, string>', " ~ rosetta_cdc.json_options() ~ ')' -%}
    select
        {{ relation }}.*,
        key_values,
        key_schema,
        key_fields,
        case when key_values is null and kafka_key is not null then {{ rosetta_cdc.bare_key_value() }} end as bare_key
    from {{ relation }}
        {%- if in_envelope is true %}
        lateral view inline(transform(array({{ connect }}), k -> struct(k.payload, k.schema.name, k.schema.fields))) key_document as key_values, key_schema, key_fields
        {%- elif in_envelope is false %}
        lateral view inline(array(struct({{ plain }}, cast(null as string), {{ no_fields }}))) key_document as key_values, key_schema, key_fields
        {%- elif in_envelope is string %}
        {%- set wrapped = 'from_json(' ~ text ~ ", '`" ~ in_envelope ~ "` map<string, string>', " ~ rosetta_cdc.json_options() ~ ')' %}
        lateral view inline(transform(array({{ wrapped }}), k -> struct(k.`{{ in_envelope }}`, cast(null as string), {{ no_fields }}))) key_document as key_values, key_schema, key_fields
        {%- else %}
        lateral view inline(transform(
            array({{ connect }}),
            {#- A value without a schema in the envelope of one is no object of two columns. #}
            k -> struct(
                if(k.schema is null and k.payload is null and not startswith(cast(kafka_key as string), '{"schema":null,"payload":'), {{ plain }}, k.payload),
                k.schema.name,
                k.schema.fields
            )
        )) key_document as key_values, key_schema, key_fields
        {%- endif %}
{%- endmacro %}
