{#-
    Decodes a DTS Avro record: struct of the fields of `dts_avro_schema`, a union as a struct of its types (member_Integer and so on). All fields are
    null where the bytes are no such record; the struct is null for null, and for a record in a schema without DTS's fields.

    schemas: see `avro_schemas`. Needs the columns schema_number, kafka_value.
    In a schema of the user's, fields are taken by their names; one that is absent has its default. Else the record is in one of the two schemas that DTS
    publishes: a zero byte is put behind it. To the variant without bornTimestamp, the last field, it is that field (zero); the longer one ends before it.
    So both are decoded at once.
-#}
{% macro dts_avro_record(schemas) -%}
    {%- set published = rosetta_cdc.sql_text_literal(rosetta_cdc.dts_avro_schema()) -%}
    {%- set options = "map('mode', 'PERMISSIVE', 'enableStableIdentifiersForUnionType', 'true'" -%}
    {%- set record -%}
    case
        when schema_number is null then from_avro(concat(kafka_value, X'00'), {{ published }}, {{ options }}))
        {%- for decoder in rosetta_cdc.avro_decoders(schemas, 'dts') %}
        when schema_number in ({{ decoder.numbers }})
            then from_avro({{ decoder.payload }}, {{ rosetta_cdc.sql_text_literal(decoder.schema) }}, {{ options }}, 'avroSchema', {{ published }}))
        {%- endfor %}
    end
    {%- endset -%}
    {{ rosetta_cdc.of_avro_schemas(rosetta_cdc.check_view_length(record, schemas | length)) }}
{%- endmacro %}
