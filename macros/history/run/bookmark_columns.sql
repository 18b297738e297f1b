{#-
    What the next run has to know of one that has ended, as a select list of literals: the columns of `history_bookmark`, and the first of `history_runs`. run: see `history_run`.
-#}
{% macro bookmark_columns(run) -%}
    {%- set met = [] -%}
    {%- for flag in rosetta_cdc.history_flags() if run.ever[flag] -%}{%- do met.append(flag) -%}{%- endfor -%}
    {{ rosetta_cdc.sql_text_literal(run.run_id) }} as run_id,
    {{ rosetta_cdc.sql_text_literal(run.mode) }} as mode,
    timestamp_micros({{ run.applied_micros }}) as applied_at,
    timestamp_micros({{ run.refolded_micros }}) as refolded_at,
    {{ rosetta_cdc.sql_text_literal(run.events_id) }} as events_id,
    cast({{ run.to_version }} as bigint) as events_version,
    {{ rosetta_cdc.sql_text_literal(run.events_committed_at) }} as events_committed_at,
    from_json({{ rosetta_cdc.sql_text_literal(tojson(run.loads)) }}, 'array<string>') as load_ids,
    {{ rosetta_cdc.sql_text_literal(run.rules_digest) }} as rules_digest,
    from_json({{ rosetta_cdc.sql_text_literal(tojson(met)) }}, 'array<string>') as met
{%- endmacro %}
