{#-
    The records of Debezium's that are written in Avro, decoded: a query of the columns of `cdc_messages` (with_rules), avro_schema (see `avro_connect_schema`), decoding_error and
    decoding_error_detail. format: code of the format, debezium_avro or debezium_flat_avro.
-#}
{% macro debezium_avro_messages(format) -%}
    select
        records.* except (source_format, message_text, connect_schema, decoding_error, decoding_error_detail),
        records.message_text,
        '{{ format }}' as source_format,
        'registry' as format_basis,
        topics.topic_rules,
        topics.topic_options,
        records.connect_schema as avro_schema,
        records.decoding_error,
        records.decoding_error_detail
    from {{ rosetta_cdc.records_of(ref('decoded_debezium_avro_messages'), [
        'kafka_key', 'source_format', 'message_text', 'connect_schema', 'decoding_error', 'decoding_error_detail'
    ]) }} as records
    left join {{ ref('cdc_topic_rules') }} as topics
        on records.kafka_cluster = topics.kafka_cluster and records.kafka_topic = topics.kafka_topic
    where records.source_format = '{{ format }}'
{%- endmacro %}
