{#- The `cdc_events` that a run of a summary counts, at the version that it began with. run: see `summary_run`. Renders a relation. -#}
{% macro summary_events(run) -%}
    {{ ref('cdc_events') }}{{ ' version as of ' ~ run.to_version if run.to_version is not none }}
{%- endmacro %}
