{#-
    Keeps a run of the history in memory until the command ends, so that the models after the first do not ask the tables for it. `graph` is the one object that dbt
    hands to every model of a command. Called by each model whose table the run is then in. run: see `history_run`.
-#}
{% macro keep_run(run) %}
    {%- do graph.setdefault('history_runs', {}).update({this.identifier: {'invocation_id': invocation_id, 'run': run}}) -%}
{% endmacro %}
