{{ config(materialized='run_table') }}

{% set run = run_of() %}
-- depends_on: {{ ref('history_run') }}
{% do leave_table() if run.mode != 'incremental' %}
{% do interpret_small(run.events) %}

with

arrived as (
    {{ arrived_events(ref('cdc_events'), run) }}
)

{%- if run.halves %},

halves as (
    {{ split_updates('arrived') }}
)
{%- endif %}

{{ row_entries('arrived', 'halves' if run.halves else none) }}
