{#-
    Query of the facts of runs that ended, a row each, as the next run needs them: the columns of `ended_run`. runs: relation of `history_runs` or `history_bookmark`. more: further columns, SQL.
-#}
{% macro run_facts(runs, more=[]) -%}
    select
        run_id, events_id, events_committed_at, events_version, rules_digest,
        unix_micros(applied_at) as applied_micros, unix_micros(refolded_at) as refolded_micros
        {%- for flag in rosetta_cdc.history_flags() %}, array_contains(met, '{{ flag }}') as {{ flag }}{% endfor %}
        {%- for column in more %}, {{ column }}{% endfor %}
    from {{ runs }}
{%- endmacro %}
