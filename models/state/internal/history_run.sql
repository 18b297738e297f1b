{{ config(materialized='run_table') }}

{% set run = rosetta_cdc.history_run() %}
{% do rosetta_cdc.leave_table() if run.mode == 'none' %}
{% do rosetta_cdc.interpret_small(run.events) %}
-- depends_on: {{ ref('cdc_events') }}

select
    {{ rosetta_cdc.sql_text_literal(run.run_id) }} as run_id,
    {{ rosetta_cdc.sql_text_literal(run.mode) }} as mode,
    cast({{ run.from_version if run.from_version is not none else 'null' }} as bigint) as from_version,
    cast({{ run.to_version }} as bigint) as to_version,
    cast({{ run.events }} as bigint) as event_count,
    timestamp_micros({{ run.applied_micros }}) as applied_at
