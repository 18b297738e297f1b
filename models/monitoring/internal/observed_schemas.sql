{{ config(
    materialized='cdc_incremental',
    incremental_strategy='summary',
    on_schema_change='fail'
) }}

{% set run = rosetta_cdc.summary_run() %}
{% set grows = run.mode == 'incremental' and not run.recounted %}
{% set relation = '(' ~ rosetta_cdc.summary_arrivals(run) ~ ')' if grows else rosetta_cdc.summary_events(run) %}
{% set keys = ['table_id', 'source_name', 'source_format', 'basis', 'columns_hash'] %}
{% set places = ['seen_at', 'kafka_cluster', 'kafka_topic', 'kafka_partition', 'kafka_topic_incarnation', 'kafka_offset', 'row_index', 'event_id'] %}

with

-- A replay may have taken away what a table seemed to have: then all events are looked at again.
events as (
    select
        *,
        -- An image that may lack columns does not say which the table has.
        case
            when after_complete then after
            when before_complete and after is null then before
        end as image
    from {{ relation }}
    where table_id is not null and event_kind in ('row_change', 'ddl', 'truncate')
),

described as (
    select
        table_id,
        source_name,
        source_format,
        database_name,
        schema_name,
        table_name,
        {#- The time that sorts what lines say: Kafka's where a commit time is none. #}
        case
            when op is distinct from 'snapshot' and {{ rosetta_cdc.is_believed() }} then committed_at
            else kafka_timestamp
        end as seen_at,
        kafka_cluster,
        kafka_topic,
        kafka_partition,
        kafka_topic_incarnation,
        kafka_offset,
        row_index,
        event_id,
        case
            when event_kind <> 'row_change' then 'ddl'
            when column_types is not null then 'declared'
            else 'rows'
        end as basis,
        ddl_text,
        case when event_kind = 'row_change' then transform(
            map_keys(image), c -> struct(c as name, try_element_at(column_types, c) as type)
        ) end as columns,
        case
            when event_kind = 'row_change' and key_basis in ('declared', 'registry', 'kafka_key') and size(primary_key) > 0
                then array_sort(map_keys(primary_key))
        end as key_columns
    from events
    where event_kind <> 'row_change' or image is not null
),

hashed as (
    select
        *,
        struct({{ places | join(', ') }}) as place,
        case when basis = 'ddl' then event_id else sha2(to_json(struct(array_sort(columns) as columns, key_columns)), 256) end as columns_hash
    from described
),

summed as (
    select
        {{ keys | join(', ') }},
        count(*) as event_count,
        min_by(columns, place) as columns,
        any_value(key_columns) as key_columns,
        any_value(ddl_text) as ddl_text,
        any_value(database_name) as database_name,
        any_value(schema_name) as schema_name,
        any_value(table_name) as table_name,
        min(place) as first_place,
        max(place) as last_place
    from hashed
    group by {{ keys | join(', ') }}
),

united as (
    select * from summed
    {%- if grows %}
    union all
    select * except (events_id, events_version) from {{ this }}
    {%- endif %}
)

select
    {{ keys | join(', ') }},
    sum(event_count) as event_count,
    min_by(columns, first_place) as columns,
    any_value(key_columns) as key_columns,
    any_value(ddl_text) as ddl_text,
    any_value(database_name) as database_name,
    any_value(schema_name) as schema_name,
    any_value(table_name) as table_name,
    min(first_place) as first_place,
    max(last_place) as last_place,
    {{ rosetta_cdc.summary_bookmark(run) }}
from united
group by {{ keys | join(', ') }}
