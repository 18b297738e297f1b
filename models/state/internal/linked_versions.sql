{{ config(materialized='run_table') }}

{% set run = run_of() %}
{% do count_folded_events(run) if run.mode != 'none' %}
{% do leave_table() if not run.links %}

{{ link_moves(ref('folded_events')) }}
