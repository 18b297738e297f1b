{{ config(
    materialized='history_table',
    unique_key=['row_id', 'event_id'],
    tblproperties={
        'delta.autoOptimize.autoCompact': 'true',
        'delta.dataSkippingStatsColumns': 'row_id,event_id'
    }
) }}

{% set run = rosetta_cdc.run_of() %}
{% do rosetta_cdc.interpret_small(run.events) if rosetta_cdc.few_events(run) %}
-- depends_on: {{ ref('rows_to_fold') }}, {{ ref('linked_rows') }}, {{ ref('folded_events') }}, {{ ref('linked_versions') }}
{% set how = 'overwrite' if run.mode == 'full' else 'merge' if run.refolded else 'append' if run.mode == 'incremental' and run.unapplied else 'leave' %}
{% do rosetta_cdc.write_history(how) %}

with

unapplied as (
    select
        row_id,
        event_id,
        unapplied_reason as reason
    from {{ ref('folded_events') }}
    where unapplied_reason is not null
)

{%- if run.refolded %},

-- Events of refolded rows which are applied now, or are no more.
gone as (
    {{ rosetta_cdc.vanished_entries('unapplied', {'row_id': 'string', 'event_id': 'string', 'reason': 'string'}, run) }}
)
{%- endif %}

select * from unapplied
{%- if run.refolded %}
union all
select * from gone
{%- endif %}
