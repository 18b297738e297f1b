{{ config(
    materialized='incremental',
    incremental_strategy='history',
    unique_key=none,
    tblproperties={'delta.dataSkippingStatsColumns': 'row_id,event_id,run_id'}
) }}

{% set run = run_of(ref('folded_events')) %}
-- depends_on: {{ ref('touched_rows') }}
{% set closed = this.incorporate(path={'identifier': 'closed_versions'}) %}
{% set states = this.incorporate(path={'identifier': 'row_states'}) %}

with

{% if is_incremental() and run.mode == 'incremental' and run.anew %}
anew as (
    select row_id from {{ ref('touched_rows') }} where is_anew
),

versions as (
    select row_id, event_id from {{ ref('folded_events') }} where is_version
),

former as (
    select
        row_id,
        table_id,
        event_id,
        version_number
    from {{ closed }}
    union all
    select
        row_id,
        table_id,
        event_id,
        version_number
    from {{ states }}
    where kind = 'row' and version_number is not null
),

removed as (
    select former.*
    from former
    left semi join anew on former.row_id = anew.row_id
    left anti join versions on former.row_id = versions.row_id and former.event_id = versions.event_id
)
{% else %}
removed as (
    select
        cast(null as string) as row_id,
        cast(null as string) as table_id,
        cast(null as string) as event_id,
        cast(null as int) as version_number
    where false
)
{% endif %}

select
    row_id,
    table_id,
    event_id,
    version_number,
    '{{ invocation_id }}' as run_id,
    timestamp_micros({{ run.applied_micros }}) as applied_at
from removed
