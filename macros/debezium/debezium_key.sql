{#-
    The columns of a Kafka key that are the table's: without those that topic routing adds (Debezium, topic routing, key.field.name).
    key_values: SQL expression of map<string,string>, see `kafka_key_columns`.
-#}
{% macro debezium_key(key_values) -%}
    map_filter({{ key_values }}, (k, v) -> k not like '\\_\\_dbz\\_\\_%')
{%- endmacro %}
