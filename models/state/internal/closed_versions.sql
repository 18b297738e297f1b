{{ config(
    materialized='incremental',
    incremental_strategy='history',
    unique_key=['row_id', 'event_id'],
    meta={'clustered_by': ['table_id', 'valid_to']},
    tblproperties={
        'delta.enableDeletionVectors': 'true',
        'delta.dataSkippingStatsColumns': 'row_id,table_id,version_number,valid_from,valid_to,event_id,run_id,inherits_from'
    }
) }}

{% set run = run_of(ref('folded_events')) %}
-- depends_on: {{ ref('touched_rows') }}
{% set columns = version_columns() + ['inherits_from', 'contradiction'] %}
-- depends_on: {{ ref('cdc_history_removed') }}

with

folded as (
    select * from {{ ref('folded_events') }} where run is null
),

closed as (
    select
        {{ columns | join(', ') }}
    from folded
    where is_version and not is_current
)

{%- if is_incremental() and run.anew %},

-- Versions of rows that were folded anew which are closed no more.
gone as (
    {{ vanished_entries('closed', columns) }}
)
{%- endif %}

select * from closed
{%- if is_incremental() and run.anew %}
union all
select * from gone
{%- endif %}
