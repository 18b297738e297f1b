{{ config(
    materialized='history_table',
    meta={'write': 'append'},
    tblproperties={'delta.dataSkippingStatsColumns': 'scope_id,event_id,run_id'}
) }}

{% set run = rosetta_cdc.run_of() %}
-- depends_on: {{ ref('history_run') }}
{% set events = ref('cdc_events') %}
{# A replay may have replaced statements of earlier runs. #}
{% set is_replay = run.mode == 'incremental' and run.replaced and run.ever.tables %}
{% set is_all = run.mode == 'full' or is_replay %}
{% do rosetta_cdc.write_history('overwrite' if is_all else 'append' if run.mode == 'incremental' and run.tables else 'leave') %}

with

events as (
    {%- if is_all %}
    {{ rosetta_cdc.history_events(rosetta_cdc.at_version(events, run.to_version), "event_kind in ('truncate', 'ddl')") }}
    {%- else %}
    {{ rosetta_cdc.arrived_events(events, run) }}
    {%- endif %}
),

{%- if is_replay %}

-- Of earlier runs nobody has to know which.
arrived as (
    select event_id
    from ({{ rosetta_cdc.arrived_events(events, run) }})
),
{%- endif %}

statements as (
    {%- if is_replay %}
    select
        entries.*,
        arrived.event_id is not null as is_of_run
    from ({{ rosetta_cdc.table_entries('events') }}) as entries
    left join arrived on entries.event_id = arrived.event_id
    {%- else %}
    {{ rosetta_cdc.table_entries('events') }}
    {%- endif %}
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
    {%- if is_replay %}
    if(is_of_run, '{{ run.run_id }}', '') as run_id
    {%- else %}
    '{{ run.run_id }}' as run_id
    {%- endif %}
from statements
