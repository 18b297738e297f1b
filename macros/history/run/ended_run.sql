{#-
    What `history_runs` says of the last run of the history that ended: dict of run_id, events_id, events_committed_at, events_version, rules_digest, applied_micros and
    refolded_micros (microseconds since 1970), and a boolean for each of `history_flags` that was ever met. None where no run has ended. runs: relation of `history_runs`.
-#}
{% macro ended_run(runs) %}
    {%- set found = run_query(_run_facts(runs) ~ ' order by applied_at desc limit 1').rows -%}
    {{ return(found[0].dict() if found else none) }}
{% endmacro %}

{#- Query of the facts of all runs that ended. runs: relation of `history_runs`. -#}
{% macro _run_facts(runs) -%}
    select
        run_id, events_id, events_committed_at, events_version, rules_digest,
        unix_micros(applied_at) as applied_micros, unix_micros(refolded_at) as refolded_micros
        {%- for flag in history_flags() %}, array_contains(met, '{{ flag }}') as {{ flag }}{% endfor %}
    from {{ runs }}
{%- endmacro %}
