{#-
    What is wrong with a record for which no schema is registered, with the schema id that it names if it has Confluent's prefix. Renders an expression of
    string. Needs the column kafka_value.
-#}
{% macro unknown_avro_schema() -%}
    concat(
        'no Avro schema is registered for the record',
        if(
            startswith(kafka_value, X'00') and octet_length(kafka_value) > 5,
            concat('; with the prefix of Confluent it would be that of id ', conv(hex(substring(kafka_value, 2, 4)), 16, 10)), ''
        )
    )
{%- endmacro %}
