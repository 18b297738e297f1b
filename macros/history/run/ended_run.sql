{#-
    What `history_runs` says of the last run of the history that ended: dict of run_id, events_id, events_committed_at, events_version, rules_digest, applied_micros and
    refolded_micros (microseconds since 1970), and a boolean for each of `history_flags` that was ever met. None where no run has ended. runs: relation of `history_runs`.
-#}
{% macro ended_run(runs) %}
    {%- set found = run_query(rosetta_cdc.run_facts(runs) ~ ' order by applied_at desc limit 1').rows -%}
    {{ return(found[0].dict() if found else none) }}
{% endmacro %}
