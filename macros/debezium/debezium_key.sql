{#-
    The columns of a Kafka key that are the table's: without those that topic routing adds (Debezium, topic routing, key.field.name). YugabyteDB's are cells {value, set}.
    key_values: SQL expression of map<string,string>, see `kafka_key_columns`.
-#}
{% macro debezium_key(key_values) -%}
    transform_values(
        map_filter({{ key_values }}, (k, v) -> k not like '\\_\\_dbz\\_\\_%'),
        (k, v) -> if(endswith(v, ',"set":true}') and startswith(v, '{"value":'), from_json(v, 'value string', {{ rosetta_cdc.json_options() }}).value, v)
    )
{%- endmacro %}
