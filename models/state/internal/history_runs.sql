{{ config(
    materialized='history_table',
    tblproperties={'delta.dataSkippingStatsColumns': 'run_id,applied_at', 'delta.autoOptimize.autoCompact': 'true'}
) }}

{% set run = run_of() %}
-- Written last: only with this row the run counts.
-- depends_on: {{ ref('row_states') }}
{% set met = [] %}
{% for flag in history_flags() if run.ever[flag] %}{% do met.append(flag) %}{% endfor %}
{% do write_history('leave' if run.mode == 'none' else 'append') %}

select
    {{ sql_text_literal(run.run_id) }} as run_id,
    {{ sql_text_literal(run.mode) }} as mode,
    timestamp_micros({{ run.applied_micros }}) as applied_at,
    timestamp_micros({{ run.refolded_micros }}) as refolded_at,
    {{ sql_text_literal(run.events_id) }} as events_id,
    cast({{ run.to_version }} as bigint) as events_version,
    {{ sql_text_literal(run.events_committed_at) }} as events_committed_at,
    from_json({{ sql_text_literal(tojson(run.loads)) }}, 'array<string>') as load_ids,
    {{ sql_text_literal(run.rules_digest) }} as rules_digest,
    from_json({{ sql_text_literal(tojson(met)) }}, 'array<string>') as met,
    cast({{ run.events }} as bigint) as event_count,
    cast({{ run.rows }} as bigint) as row_count,
    cast({{ run.refolded }} as bigint) as refolded_row_count,
    from_json({{ sql_text_literal(tojson(run.reasons)) }}, 'map<string, bigint>') as refold_reasons,
    cast({{ run.versions }} as bigint) as version_count,
    cast({{ run.unapplied }} as bigint) as unapplied_count,
    from_json({{ sql_text_literal(tojson(run.touched_tables)) }}, 'array<string>') as table_ids
