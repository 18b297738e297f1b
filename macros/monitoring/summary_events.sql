{#- The `cdc_events` that a run of a summary counts, at the version that it began with. run: see `summary_run`. Renders a relation. -#}
{% macro summary_events(run) -%}
    {{ rosetta_cdc.at_version(ref('cdc_events'), run.to_version) }}
{%- endmacro %}
