{#- What the versions of `cdc_events` after one up to another (none for the newest) added, removed and replaced: Delta's change data feed, with its columns _change_type, _commit_version and _commit_timestamp. -#}
{% macro changes_of_events(events, from_version, to_version) -%}
    table_changes('{{ events.schema }}.{{ events.identifier }}', {{ from_version + 1 }}{{ ', ' ~ to_version if to_version is not none }})
{%- endmacro %}
