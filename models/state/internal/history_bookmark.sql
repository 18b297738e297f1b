{{ config(materialized='run_table') }}

{% set run = rosetta_cdc.run_of() %}
{% do rosetta_cdc.interpret_small(1) %}
-- depends_on: {{ ref('history_runs') }}
{% do rosetta_cdc.leave_table() if run.mode == 'none' %}

select
    {{ rosetta_cdc.bookmark_columns(run) }},
    timestamp_micros({{ run.follows_micros if run.follows_micros is not none else 'null' }}) as follows_at,
    cast({{ run.refolded }} as bigint) as refolded_row_count,
    cast({{ run.versions }} as bigint) as version_count,
    cast({{ run.links }} as bigint) as link_count,
    from_json({{ rosetta_cdc.sql_text_literal(tojson(run.touched_tables)) }}, 'array<string>') as table_ids
