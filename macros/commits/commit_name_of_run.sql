{#-
    What the Delta commits of a command begin with that makes `cdc_events` or the history, by which those of a run that was killed are found (see `restore_history`). Where `cdc_events` has added to
    it (see `raw_bookmark`) and the name is still in force, that name: what is added counts for its own table alone. Returns text.
-#}
{% macro commit_name_of_run() %}
    {%- set name = 'history:' ~ invocation_id -%}
    {%- set in_force = rosetta_cdc.kept('name of commits') or '' -%}
    {{ return(in_force if in_force.startswith(name) else name) }}
{% endmacro %}
