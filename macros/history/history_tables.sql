{#- The tables that a run of the history writes before `row_states`: dict of name -> field of `bookmark_type` with the version that belongs to the bookmark. -#}
{% macro history_tables() -%}
    {{ return({'closed_versions': 'closed_version', 'unapplied_row_events': 'unapplied_version', 'cdc_history_removed': 'removed_version'}) }}
{%- endmacro %}
