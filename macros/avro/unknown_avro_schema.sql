{#-
    What is wrong with a record for which no schema is registered, with the schema id that it names if it has a prefix (see `avro_schema_number`), or that it
    is JSON behind one. Renders an expression of
    string. of_key: true for the record's key. Needs the column kafka_value or kafka_key.
-#}
{% macro unknown_avro_schema(of_key=false) -%}
    {%- set bytes = 'kafka_key' if of_key else 'kafka_value' -%}
    if({{ bytes }} <> {{ rosetta_cdc.without_schema_id(bytes, of_key=of_key) }}, 'what follows the id of the schema is JSON: register the topic in a format of JSON, such as debezium', concat(
        'no Avro schema is registered for the {{ 'key of the ' if of_key }}record',
        case
            when startswith({{ bytes }}, X'0000000000') and octet_length({{ bytes }}) > 9 then concat('; with the prefix of Apicurio it would be that of id ', conv(hex(substring({{ bytes }}, 2, 8)), 16, 10))
            when startswith({{ bytes }}, X'00') and octet_length({{ bytes }}) > 5 then concat('; with the prefix of Confluent it would be that of id ', conv(hex(substring({{ bytes }}, 2, 4)), 16, 10))
            else ''
        end
    ))
{%- endmacro %}
