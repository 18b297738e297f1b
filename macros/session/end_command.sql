{#- What each command does last, on-run-end, whether or not it succeeded: takes back what it has set in the session, and gives the lock back. Renders nothing. -#}
{% macro end_command() %}
    {%- do end_settings(at_end=true) -%}
    {%- do unname_commits(at_end=true) -%}
    {%- do release_run_lock() -%}
{% endmacro %}
