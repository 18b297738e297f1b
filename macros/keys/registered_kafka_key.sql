{#-
    Columns of a staging model whose format does not read the Kafka key, for topics where the registry says that it holds the row's (option `key_values=kafka_key`), as Flink writes it with
    `value.fields-include=EXCEPT_KEY`: key_values (map<string,string>, of a JSON object, plain or in Kafka Connect's envelope) and bare_key (see `bare_key_value`), null elsewhere. Renders two columns.
    Needs kafka_key and topic_options of `cdc_messages` (with_rules).
-#}
{% macro registered_kafka_key() -%}
    {%- set is_registered = "topic_options['key_values'] = 'kafka_key'" -%}
    {%- set as_map = "'map<string, string>', " ~ rosetta_cdc.json_options() -%}
    case
        when {{ is_registered }} then get(transform(
            array(from_json({{ rosetta_cdc.exact_text('cast(kafka_key as string)') }}, {{ as_map }})),
            key -> if(map_contains_key(key, 'schema') and startswith(key['payload'], '{'), from_json(key['payload'], {{ as_map }}), key)
        ), 0)
    end as key_values,
    case when {{ is_registered }} then {{ rosetta_cdc.bare_key_value() }} end as bare_key
{%- endmacro %}
