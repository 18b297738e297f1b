{#- The select list that says which run writes a row: run_id and applied_at, when it began. -#}
{% macro run_columns() -%}
    '{{ invocation_id }}' as run_id,
    timestamp'{{ run_started_at.strftime('%Y-%m-%d %H:%M:%S.%f') }} UTC' as applied_at
{%- endmacro %}
