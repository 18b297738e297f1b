{#-
    Whether the table of a summary of `cdc_events` has other columns than its model: another version of the project wrote it, so it is made anew (see `is_made_anew`). False for other models, and
    before there is a table. Returns a bool.
-#}
{% macro summary_is_changed() %}
    {%- if config.get('incremental_strategy') != 'summary' or not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return(false) }}{%- endif -%}
    {#- dbt asks several times for one model. #}
    {%- if 'summary_is_changed' not in model -%}
        {%- set held = load_relation(this) -%}
        {%- set names = adapter.get_columns_in_relation(held) | map(attribute='name') | list if held is not none and held.is_table else [] -%}
        {%- do model.update({'summary_is_changed': names != [] and names | sort != model.columns | list | sort}) -%}
    {%- endif -%}
    {{ return(model['summary_is_changed']) }}
{% endmacro %}
