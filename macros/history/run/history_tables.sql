{#- The tables that a run of the history changes: list of names. The run counts once it has its row in `history_runs`, which is written after all of them. -#}
{% macro history_tables() -%}
    {{ return(['table_statements', 'cdc_history_removed', 'closed_versions', 'unapplied_row_events', 'row_states']) }}
{%- endmacro %}
