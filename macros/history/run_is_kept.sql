{#- Whether this command itself began the run of the history that its models work at (see `keep_run`). Returns a boolean. -#}
{% macro run_is_kept() %}
    {{ return('history_run' in graph and graph.history_run.invocation_id == invocation_id) }}
{% endmacro %}
