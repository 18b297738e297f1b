{#-
    Query of the topics with events that another registry rule has made than the one that applies today: kafka_cluster, kafka_topic, table_id,
    registry_digest (of the events), current_digest. One row a topic, table, digest and format.
    A run gives events the rule of its day, but reads records in the format that they were stamped with when they landed: so the format counts, too.
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
            registry_digest,
            if(format_basis = 'structure', 'auto', source_format) as format
        from {{ ref('cdc_events') }}
    ),

    compared as (
        select
            made.kafka_cluster,
            made.kafka_topic,
            made.table_id,
            made.registry_digest,
            coalesce({{ rosetta_cdc.topic_rule('made.database_name', 'made.schema_name', 'made.table_name') }}.registry_digest, 'unregistered') as current_digest,
            made.format <> coalesce(rules.registered_format, 'auto') as is_of_other_format
        from made
        left join {{ ref('cdc_topic_rules') }} as rules
            on made.kafka_cluster = rules.kafka_cluster and made.kafka_topic = rules.kafka_topic
    )

    select * except (is_of_other_format)
    from compared
    where registry_digest <> current_digest or is_of_other_format
{% endmacro %}
