{{ config(
    materialized='history_table',
    unique_key=['row_id', 'event_id'],
    meta={'liquid_clustered_by': ['table_id', 'valid_to']},
    tblproperties={
        'delta.autoOptimize.autoCompact': 'true',
        'delta.dataSkippingStatsColumns': 'row_id,table_id,version_number,valid_from,valid_to,event_id,run_id,inherits_from'
    }
) }}

{% set run = rosetta_cdc.run_of() %}
{% do rosetta_cdc.interpret_small(run.events) if rosetta_cdc.few_events(run) %}
-- depends_on: {{ ref('cdc_history_removed') }}, {{ ref('rows_to_fold') }}, {{ ref('linked_rows') }}, {{ ref('folded_events') }}, {{ ref('linked_versions') }}
{% set how = 'overwrite' if run.mode == 'full' else 'merge' if run.refolded else 'append' if run.mode == 'incremental' and run.closed else 'leave' %}
{% do rosetta_cdc.write_history(how) %}

with

closed as (
    select
        {{ rosetta_cdc.closed_columns().keys() | reject('in', ['applied_at', 'run_id']) | join(', ') }},
        timestamp_micros({{ run.applied_micros }}) as applied_at,
        '{{ run.run_id }}' as run_id
    from {{ rosetta_cdc.folded_versions(run) }}
    where is_version and not is_current
)

{%- if run.refolded %},

-- Versions of refolded rows that are closed no more.
gone as (
    {{ rosetta_cdc.vanished_entries('closed', rosetta_cdc.closed_columns(), run) }}
)
{%- endif %}

select * from closed
{%- if run.refolded %}
union all
select * from gone
{%- endif %}
