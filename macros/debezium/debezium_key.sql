{#-
    The columns of a Kafka key. What topic routing adds belongs to them: rows of two shards may have one key (Debezium, topic routing, key.enforce.uniqueness). YugabyteDB's are cells {value, set}.
    key_values: SQL expression of map<string,string>, see `kafka_key_columns`.
-#}
{% macro debezium_key(key_values) -%}
    transform_values(
        {{ key_values }},
        (k, v) -> if(endswith(v, ',"set":true}') and startswith(v, '{"value":'), from_json(v, 'value string', {{ rosetta_cdc.json_options() }}).value, v)
    )
{%- endmacro %}
