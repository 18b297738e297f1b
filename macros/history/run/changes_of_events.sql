{#- What the versions of `cdc_events` after one up to another added, removed and replaced: Delta's change data feed, with its column _change_type. -#}
{% macro changes_of_events(events, from_version, to_version) -%}
    table_changes('{{ events.schema }}.{{ events.identifier }}', {{ from_version + 1 }}, {{ to_version }})
{%- endmacro %}
