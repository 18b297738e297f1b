{{ config(materialized='run_table') }}

{% set run = rosetta_cdc.run_of() %}
-- depends_on: {{ ref('history_run') }}
{% do rosetta_cdc.leave_table() if run.mode != 'incremental' %}
{% do rosetta_cdc.interpret_small(run.events) %}

with

arrived as (
    {{ rosetta_cdc.arrived_events(ref('cdc_events'), run) }}
)

{%- if run.halves %},

halves as (
    {{ rosetta_cdc.split_updates('arrived') }}
)
{%- endif %}

{{ rosetta_cdc.row_entries('arrived', 'halves' if run.halves else none) }}
