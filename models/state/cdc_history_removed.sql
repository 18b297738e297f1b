{{ config(
    materialized='history_table',
    tblproperties={'delta.dataSkippingStatsColumns': 'row_id,event_id,run_id'}
) }}

{% set run = rosetta_cdc.run_of() %}
-- depends_on: {{ ref('rows_to_fold') }}, {{ ref('linked_rows') }}, {{ ref('folded_events') }}, {{ ref('linked_versions') }}
{% set closed = this.incorporate(path={'identifier': 'closed_versions'}) %}
{% set states = this.incorporate(path={'identifier': 'row_states'}) %}
{% do rosetta_cdc.write_history('append' if run.mode == 'incremental' and run.refolded else 'overwrite' if run.mode == 'full' else 'leave') %}

with

{% if run.mode == 'incremental' and run.refolded %}
refolded as (
    select row_id
    from {{ rosetta_cdc.rows_of_run(run) }}
    where reason is not null
),

versions as (
    select
        row_id,
        event_id
    from {{ ref('folded_events') }}
    where is_version
),

former as (
    select
        row_id,
        table_id,
        event_id,
        version_number,
        row_image
    from {{ closed }}
    union all
    select
        row_id,
        table_id,
        event_id,
        version_number,
        row_image
    from {{ states }}
    where version_number is not null
),

removed as (
    select former.*
    from former
    left semi join refolded on former.row_id = refolded.row_id
    left anti join versions on former.row_id = versions.row_id and former.event_id = versions.event_id
)
{% else %}
removed as (
    select
        cast(null as string) as row_id,
        cast(null as string) as table_id,
        cast(null as string) as event_id,
        cast(null as int) as version_number,
        cast(null as map<string, string>) as row_image
    where false
)
{% endif %}

select
    row_id,
    table_id,
    event_id,
    version_number,
    row_image,
    '{{ run.run_id }}' as run_id,
    timestamp_micros({{ run.applied_micros }}) as applied_at
from removed
