{#-
    The statement of an incremental run, with four strategies more than the adapter has: `cdc_table`, see `table_merge`; `summary`, see `summary_statement`; `where_changed`,
    see `statement_where_changed`; and `history`, for the tables that the row history is kept in.

    `history` applies a run of the history (see `run_of`) once: not if the bookmark is not where the run began. A full run replaces the table's rows. Where no row is folded
    anew and the model has no `unique_key` for states, rows are added, if there are any; else they are merged, and those that fit `meta.gone` are deleted.
    Arguments are the adapter's.
-#}
{% macro dbt_spark_get_incremental_sql(strategy, source, target, existing, unique_key, incremental_predicates) %}
    {%- if strategy == 'cdc_table' -%}
        {{ return(table_merge(source, target)) }}
    {%- elif strategy == 'summary' -%}
        {{ return(summary_statement(source, target)) }}
    {%- elif strategy == 'where_changed' -%}
        {{ return(statement_where_changed(source, target)) }}
    {%- endif -%}
    {%- if strategy != 'history' -%}
        {{ return(dbt.dbt_spark_get_incremental_sql(strategy, source, target, existing, unique_key, incremental_predicates)) }}
    {%- endif -%}
    {%- set run = run_of(ref('folded_events')) -%}
    {%- set bookmark = none if run_is_kept(ref('folded_events')) else history_bookmark() -%}
    {%- set is_due = run_is_kept(ref('folded_events')) or (bookmark and bookmark.events_version | int == run.from_version) -%}
    {%- set columns = adapter.get_columns_in_relation(target) | map(attribute='name') | map('tojson') | map('replace', '"', '`') | join(', ') -%}
    {%- if run.mode == 'full' -%}
        {%- do run.written.append(target.identifier) -%}
        insert overwrite table {{ target }} ({{ columns }}) select {{ columns }} from {{ source }}
    {%- elif run.mode == 'none' or not is_due -%}
        {#- Nothing to do, or done. -#}
        select 1
    {%- elif unique_key is none or (unique_key | length > 1 and not run.anew) -%}
        {%- if run_query('select 1 from ' ~ source ~ ' limit 1').rows -%}
        {%- do run.written.append(target.identifier) -%}
        insert into table {{ target }} ({{ columns }}) select {{ columns }} from {{ source }}
        {%- else -%}
        select 1
        {%- endif -%}
    {%- else -%}
        {%- set gone = config.get('meta').gone -%}
        {%- do run.written.append(target.identifier) -%}
        merge into {{ target }} as target
        using {{ source }} as source
        on {% for name in unique_key %}target.{{ name }} = source.{{ name }}{{ ' and ' if not loop.last }}{% endfor %}
        when matched and source.{{ gone }} then delete
        when matched then update set *
        when not matched and not source.{{ gone }} then insert *
    {%- endif -%}
{% endmacro %}
