{#-
    The Kafka key of a format that does not read it, for topics where the registry says that it holds the row's (option `key_values=kafka_key`), as Flink writes it with
    `value.fields-include=EXCEPT_KEY`: its text, a JSON text without its quotes, which `columns_of_bare_key` reads. Renders a SQL expression of text, null for other topics and where the key is
    no text. Needs kafka_key and topic_options of `cdc_messages` (with_rules).
-#}
{% macro registered_kafka_key() -%}
    case
        when topic_options['key_values'] = 'kafka_key' and is_valid_utf8(string(kafka_key)) then nullif(
            if(startswith(string(kafka_key), '"'), get_json_object(concat('[', string(kafka_key), ']'), '$[0]'), string(kafka_key)), 'null'
        )
    end
{%- endmacro %}
