{{ config(
    materialized='incremental',
    incremental_strategy='history',
    unique_key=['row_id', 'event_id'],
    tblproperties={
        'delta.enableDeletionVectors': 'true',
        'delta.dataSkippingStatsColumns': 'row_id,event_id'
    }
) }}

{% set run = run_of(ref('folded_events')) %}
-- depends_on: {{ ref('touched_rows') }}

with

unapplied as (
    select
        row_id,
        event_id,
        unapplied_reason as reason
    from {{ ref('folded_events') }}
    where unapplied_reason is not null
)

{%- if is_incremental() and run.anew %},

-- Events of rows that were folded anew which are applied now, or are no more.
gone as (
    {{ vanished_entries('unapplied', ['row_id', 'event_id', 'reason']) }}
)
{%- endif %}

select * from unapplied
{%- if is_incremental() and run.anew %}
union all
select * from gone
{%- endif %}
