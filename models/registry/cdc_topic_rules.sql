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
        try_cast(load_time as timestamp) as load_time,
        -- A registry of your own may lack the column.
        str_to_map(get_json_object(to_json(struct(*)), '$.options'), r'\|', '=') as options
    from {{ rosetta_cdc.topic_registry() }}
),

matched as (
    select
        topics.kafka_cluster,
        topics.kafka_topic,
        registry.*,
        {{ rosetta_cdc.topic_name('topics.kafka_topic', 'registry.topic_pattern', 'database') }} as rule_database,
        {{ rosetta_cdc.topic_name('topics.kafka_topic', 'registry.topic_pattern', 'schema') }} as rule_schema,
        {{ rosetta_cdc.topic_name('topics.kafka_topic', 'registry.topic_pattern', 'table') }} as rule_table
    from topics
    inner join registry
        on
            topics.kafka_cluster rlike concat('^(?:', registry.cluster_pattern, ')$')
            and topics.kafka_topic rlike concat('^(?:', registry.topic_pattern, ')$')
),

-- Names and options are the topic's, whichever of its rules applies to a table: each is that of the first row that gives it.
named as (
    select
        *,
        min_by(rule_database, if(rule_database is null, null, match_order)) over (partition by kafka_cluster, kafka_topic) as database_name,
        min_by(rule_schema, if(rule_schema is null, null, match_order)) over (partition by kafka_cluster, kafka_topic) as schema_name,
        min_by(rule_table, if(rule_table is null, null, match_order)) over (partition by kafka_cluster, kafka_topic) as table_name,
        min_by(options, if(options is null, null, match_order)) over (partition by kafka_cluster, kafka_topic) as topic_options
    from matched
),

digested as (
    select
        *,
        -- Only what changes an event or the history: a row that moves or is described anew is the same rule. What is null is no part of it.
        left(sha2(to_json(struct(
            format, source_name, primary_key, source_time_zone, order_by, load_time, database_name, schema_name, table_name,
            if(size(topic_options) > 0, to_json(array_sort(map_entries(topic_options))), null) as options
        )), 256), 16) as registry_digest
    from named
),

collected as (
    select
        kafka_cluster,
        kafka_topic,
        array_sort(collect_list(struct(
            match_order, table_pattern, format, source_name, primary_key, source_time_zone, order_by, load_time, registry_digest
        ))) as topic_rules,
        any_value(database_name) as database_name,
        any_value(schema_name) as schema_name,
        any_value(table_name) as table_name,
        any_value(topic_options) as topic_options
    from digested
    group by kafka_cluster, kafka_topic
)

select
    kafka_cluster,
    kafka_topic,
    topic_rules[0].format as registered_format,
    topic_rules,
    database_name,
    schema_name,
    table_name,
    topic_options
from collected
