{{ config(materialized='run_table') }}

{% set run = run_of() %}
{% do interpret_small(1) %}
-- depends_on: {{ ref('history_runs') }}
{% do leave_table() if run.mode == 'none' %}

select
    {{ bookmark_columns(run) }}
