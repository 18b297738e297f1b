{#- The columns by which a summary knows how far it has read: events_id, events_version. run: see `summary_run`. Renders a part of a select list. -#}
{% macro summary_bookmark(run) -%}
    '{{ run.events_id }}' as events_id,
    cast({{ run.to_version if run.to_version is not none else 'null' }} as bigint) as events_version
{%- endmacro %}
