{{ config(
    materialized='history_table',
    meta={'write': 'append'},
    tblproperties={'delta.dataSkippingStatsColumns': 'scope_id,event_id,run_id'}
) }}

{% set run = run_of() %}
-- depends_on: {{ ref('history_run') }}
{% set events = ref('cdc_events') %}
{# A replay may have replaced statements of earlier runs. #}
{% set is_all = run.mode == 'full' or run.replaced and run.ever.tables %}
{% do write_history('overwrite' if is_all else 'append' if run.mode == 'incremental' and run.tables else 'leave') %}

with

events as (
    {%- if is_all %}
    {{ history_events(events ~ ' version as of ' ~ run.to_version, "event_kind in ('truncate', 'ddl')") }}
    {%- else %}
    {{ arrived_events(events, run) }}
    {%- endif %}
),

{%- if is_all and run.mode == 'incremental' %}

-- Of earlier runs nobody has to know which.
arrived as (
    select event_id as arrived_event_id
    from ({{ arrived_events(events, run) }})
),
{%- endif %}

statements as (
    {{ table_entries('events') }}
)

select
    scope_id,
    event_id,
    op,
    kafka_cluster,
    kafka_topic,
    kafka_topic_incarnation,
    kafka_partition,
    kafka_offset,
    row_index,
    kafka_timestamp,
    committed_at,
    known_time,
    order_time,
    own_mark,
    sequence_number,
    identity,
    transaction_key,
    {%- if is_all and run.mode == 'incremental' %}
    if(arrived_event_id is not null, '{{ run.run_id }}', '') as run_id
    {%- else %}
    '{{ run.run_id }}' as run_id
    {%- endif %}
from statements
{%- if is_all and run.mode == 'incremental' %}
left join arrived on statements.event_id = arrived.arrived_event_id
{%- endif %}
