{#-
    The columns of a Kafka key: map<string,string>. What topic routing adds belongs to them: rows of two shards may have one key (Debezium, topic routing, key.enforce.uniqueness). YugabyteDB's are cells
    {value, set}. A column whose value the source did not send is left out of the values (`message.key.columns` may name one); `key_values` names it.
    key_values: SQL expression of map<string,string>, see `kafka_key_columns`. Needs the column kafka_key.
-#}
{% macro debezium_key(key_values) -%}
    if(
        contains(cast(kafka_key as string), '"set"') and {{ rosetta_cdc.has_cells(key_values) }},
        {{ rosetta_cdc.values_of_cells(key_values) }},
        {{ key_values }}
    )
{%- endmacro %}
