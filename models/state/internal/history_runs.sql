{{ config(
    materialized='history_table',
    tblproperties={'delta.dataSkippingStatsColumns': 'run_id,applied_at', 'delta.autoOptimize.autoCompact': 'true'}
) }}

{% set run = rosetta_cdc.run_of() %}
{% do rosetta_cdc.interpret_small(1) %}
-- Written last: only with this row the run counts.
-- depends_on: {{ ref('row_states') }}, {{ ref('closed_versions') }}, {{ ref('unapplied_row_events') }}
{% do rosetta_cdc.write_history('leave' if run.mode == 'none' else 'append') %}
{% do rosetta_cdc.keep('ended run', run) if run.mode != 'none' %}

select
    {{ rosetta_cdc.bookmark_columns(run) }},
    cast({{ run.events }} as bigint) as event_count,
    cast({{ run.rows }} as bigint) as row_count,
    cast({{ run.refolded }} as bigint) as refolded_row_count,
    from_json({{ rosetta_cdc.sql_text_literal(tojson(run.reasons)) }}, 'map<string, bigint>') as refold_reasons,
    cast({{ run.versions }} as bigint) as version_count,
    cast({{ run.unapplied }} as bigint) as unapplied_count,
    from_json({{ rosetta_cdc.sql_text_literal(tojson(run.touched_tables)) }}, 'array<string>') as table_ids
