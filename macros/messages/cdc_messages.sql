{#-
    The records that one format's staging model reads: those whose topic is registered with the format, and those of
    unregistered topics that have the format's structure.

    Returns the record's identity and landing columns, kafka_key, message_text (the value's bytes as a string, null for
    a tombstone), format_basis (`registry` or `structure`) and topic_rules (the registry rows of the topic, best match first).
    Both halves stay apart until here, so that a run which reads registered topics only never recognises anything.
-#}
{% macro cdc_messages(format) -%}
    {%- set columns = ['kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset',
                       'kafka_timestamp', 'landing_id', 'landed_at', 'landed_date', 'kafka_key'] -%}
    select
        records.*,
        topics.topic_rules
    from (
        select
            {{ columns | join(', ') }},
            cast(kafka_value as string) as message_text,
            'registry' as format_basis
        from {{ source('raw', 'kafka_messages') }}
        where format = '{{ format }}'
        union all
        select
            {{ columns | join(', ') }},
            message_text,
            'structure' as format_basis
        from {{ ref('recognised_messages') }}
        where recognised_format = '{{ format }}'
    ) as records
    left join {{ ref('cdc_topic_rules') }} as topics
        on records.kafka_cluster = topics.kafka_cluster and records.kafka_topic = topics.kafka_topic
{%- endmacro %}
