{#- When the command that runs began, UTC, as a SQL literal. -#}
{% macro run_time() -%}
    timestamp'{{ run_started_at.strftime('%Y-%m-%d %H:%M:%S.%f') }} UTC'
{%- endmacro %}
