{#-
    What each command does before anything else, on-run-start: raises an error where variables or arguments are wrong, takes the lock, and makes raw known. One hook, for dbt makes each a context
    of its own. Renders nothing.
-#}
{% macro begin_command() %}
    {%- do check_variables(in_run=true) -%}
    {%- do check_command() -%}
    {%- do take_run_lock() -%}
    {%- do register_raw_tables() -%}
{% endmacro %}
