{#-
    Query of the topics with events that another registry rule has made than the one that applies today: kafka_cluster, kafka_topic, table_id,
    registry_digest (of the events), current_digest. One row a topic, table and digest.
-#}
{% macro changed_rules() %}
    with

    made as (
        select distinct
            kafka_cluster,
            kafka_topic,
            database_name,
            schema_name,
            table_name,
            table_id,
            registry_digest
        from {{ ref('cdc_events') }}
    ),

    compared as (
        select
            made.kafka_cluster,
            made.kafka_topic,
            made.table_id,
            made.registry_digest,
            coalesce({{ topic_rule() }}.registry_digest, 'unregistered') as current_digest
        from made
        left join {{ ref('cdc_topic_rules') }} as rules
            on made.kafka_cluster = rules.kafka_cluster and made.kafka_topic = rules.kafka_topic
    )

    select *
    from compared
    where registry_digest <> current_digest
{% endmacro %}
