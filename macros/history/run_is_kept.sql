{#- Whether this command itself has made a table of the run (see `keep_run`). relation: `touched_rows` or `folded_events`. Returns a boolean. -#}
{% macro run_is_kept(relation) %}
    {{ return(graph.get('history_runs', {}).get(relation.identifier, {}).get('invocation_id') == invocation_id) }}
{% endmacro %}
