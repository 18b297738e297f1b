{#-
    What each command that concerns the project does before anything else, on-run-start: raises an error where variables or arguments are wrong, takes the lock, makes raw known, and asks whether the views are there. One hook, for
    dbt makes each a context of its own. Renders nothing.
-#}
{% macro begin_command() %}
    {%- if execute and not rosetta_cdc.concerns_project() -%}{{ return('') }}{%- endif -%}
    {%- do rosetta_cdc.check_variables(in_run=true) -%}
    {%- do rosetta_cdc.check_command() -%}
    {%- do rosetta_cdc.check_structures() -%}
    {%- do rosetta_cdc.take_run_lock() -%}
    {%- do rosetta_cdc.register_raw_tables() -%}
    {%- do rosetta_cdc.check_views() -%}
{% endmacro %}
