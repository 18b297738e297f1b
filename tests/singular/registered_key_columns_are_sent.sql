-- Guards the registry: messages have the key columns that a rule names for their table. Without them a change has no row_key and makes no version
-- (reason key_column_absent). Cure: mend primary_key in seeds/cdc_topics.csv, then scripts/apply_registry.
-- Returns a row a table and combination of missing columns; these are unknown (null) where the rule has changed since.
-- Costs a scan of three narrow columns of cdc_events; only events without a key are looked at.
{{ config(store_failures=true) }}

with

events as (
    select
        event_id,
        source_name,
        table_id,
        kafka_cluster,
        kafka_topic,
        database_name,
        schema_name,
        table_name,
        registry_digest,
        coalesce(map_keys(primary_key), array()) as columns_sent
    from {{ ref('cdc_events') }}
    where event_kind = 'row_change' and key_basis = 'registry' and row_key is null
),

ruled as (
    select
        events.*,
        {{ rosetta_cdc.topic_rule('events.database_name', 'events.schema_name', 'events.table_name') }} as rule
    from events
    left join {{ ref('cdc_topic_rules') }} as topics
        on events.kafka_cluster = topics.kafka_cluster and events.kafka_topic = topics.kafka_topic
),

lacking as (
    select
        *,
        case when rule.registry_digest = registry_digest then array_join(array_except(rule.primary_key, columns_sent), '|') end as missing_columns
    from ruled
)

select
    source_name,
    table_id,
    missing_columns,
    count(*) as events,
    min(event_id) as example_event_id
from lacking
group by source_name, table_id, missing_columns
