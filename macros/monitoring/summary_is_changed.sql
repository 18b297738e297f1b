{#-
    Whether the table of a summary of `cdc_events` has other columns than its model: another version of the project wrote it, so it is made anew (see `is_made_anew`). False for other models, and
    before there is a table. Returns a bool.
-#}
{% macro summary_is_changed() %}
    {%- if config.get('incremental_strategy') != 'summary' or not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return(false) }}{%- endif -%}
    {%- set names = rosetta_cdc.summary_columns() -%}
    {{ return(names != [] and names | sort != model.columns | list | sort) }}
{% endmacro %}
