{{ config(
    materialized='cdc_incremental',
    incremental_strategy='where_changed',
    post_hook='{{ rosetta_cdc.note_inputs() }}'
) }}

{% do rosetta_cdc.fix_raw_version() %}
{% do rosetta_cdc.keep_inputs() %}

with

topics as (
    select distinct
        kafka_cluster,
        kafka_topic
    from {{ source('raw', 'kafka_topics') }}
),

registry as (
    select
        match_order,
        coalesce(cluster_pattern, '.*') as cluster_pattern,
        topic_pattern,
        table_pattern,
        format,
        source_name,
        array_distinct(transform(split(primary_key, r'\|'), n -> trim(n))) as primary_key,
        source_time_zone,
        order_by,
        try_cast(load_time as timestamp) as load_time
    from {{ rosetta_cdc.topic_registry() }}
),

digested as (
    select
        *,
        -- Only what changes an event or the history: a row that moves or is described anew is the same rule.
        left(sha2(to_json(struct(format, source_name, primary_key, source_time_zone, order_by, load_time)), 256), 16)
            as registry_digest
    from registry
),

matched as (
    select
        topics.kafka_cluster,
        topics.kafka_topic,
        digested.*
    from topics
    inner join digested
        on
            topics.kafka_cluster rlike concat('^(?:', digested.cluster_pattern, ')$')
            and topics.kafka_topic rlike concat('^(?:', digested.topic_pattern, ')$')
),

collected as (
    select
        kafka_cluster,
        kafka_topic,
        array_sort(collect_list(struct(
            match_order, table_pattern, format, source_name, primary_key, source_time_zone, order_by, load_time, registry_digest
        ))) as topic_rules
    from matched
    group by kafka_cluster, kafka_topic
)

select
    kafka_cluster,
    kafka_topic,
    topic_rules[0].format as registered_format,
    topic_rules
from collected
