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
    select
        former.row_id,
        former.event_id,
        cast(null as string) as reason
    from {{ this }} as former
    left semi join (select row_id from {{ ref('touched_rows') }} where is_anew) as anew on former.row_id = anew.row_id
    left anti join unapplied on former.row_id = unapplied.row_id and former.event_id = unapplied.event_id
)
{%- endif %}

select * from unapplied
{%- if is_incremental() and run.anew %}
union all
select * from gone
{%- endif %}
