{{ config(materialized='run_table') }}

{% set run = rosetta_cdc.run_of() %}
{% do rosetta_cdc.count_folded_events(run) if run.mode != 'none' %}
{% do rosetta_cdc.leave_table() if not run.links %}

{{ rosetta_cdc.link_moves(ref('folded_events')) }}
