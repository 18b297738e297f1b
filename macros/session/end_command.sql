{#- What each command does last, on-run-end, whether or not it succeeded: takes back what it has set in the session, and gives the lock back. Renders nothing. -#}
{% macro end_command() %}
    {%- if execute and not rosetta_cdc.concerns_project() -%}{{ return('') }}{%- endif -%}
    {%- do rosetta_cdc.end_settings(at_end=true) -%}
    {%- do rosetta_cdc.unname_commits(at_end=true) -%}
    {%- do rosetta_cdc.release_run_lock() -%}
{% endmacro %}
