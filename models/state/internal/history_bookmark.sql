{{ config(materialized='run_table') }}

{% set run = run_of() %}
-- depends_on: {{ ref('history_runs') }}
{% do leave_table() if run.mode == 'none' %}

select
    {{ bookmark_columns(run) }}
