{#-
    The messages of a format of Debezium's that may be written in JSON or in Avro: a query of the columns of `cdc_messages` (with_rules, with_names), avro_schema (see `avro_connect_schema`), decoding_error and
    decoding_error_detail, all three null for JSON. format: code of the one in JSON; that of the other ends with _avro.
-#}
{% macro debezium_messages(format) -%}
    select
        *,
        cast(null as struct<name: string, version: string, columns: array<struct<name: string, type: string>>>) as avro_schema,
        cast(null as string) as decoding_error,
        cast(null as string) as decoding_error_detail
    from (
        {{ rosetta_cdc.cdc_messages([format], with_rules=true, with_names=true) }}
    )
    |> set message_text = {{ rosetta_cdc.plain_decimals('message_text') }}
    union all
    select
        records.* except (source_format, message_text, connect_schema, decoding_error, decoding_error_detail),
        records.message_text,
        '{{ format }}_avro' as source_format,
        'registry' as format_basis,
        topics.topic_rules,
        topics.topic_options,
        topics.table_name as topic_table,
        records.connect_schema as avro_schema,
        records.decoding_error,
        records.decoding_error_detail
    from {{ rosetta_cdc.records_of(ref('decoded_debezium_avro_messages'), [
        'kafka_key', 'source_format', 'message_text', 'connect_schema', 'decoding_error', 'decoding_error_detail'
    ]) }} as records
    left join {{ ref('cdc_topic_rules') }} as topics
        on records.kafka_cluster = topics.kafka_cluster and records.kafka_topic = topics.kafka_topic
    where records.source_format = '{{ format }}_avro'
{%- endmacro %}
