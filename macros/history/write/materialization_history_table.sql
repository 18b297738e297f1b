{#-
    Materialization `history_table`: a Delta table that the row history is kept in, written as its model says (see `write_history`), in one statement and without a temporary view.
    Its commits name the run in Delta's userMetadata, by which a run that was killed is taken back (see `restore_history`).
-#}
{% materialization history_table, adapter='spark' %}
    {%- set target_relation = this.incorporate(type='table') -%}
    {%- set existing = load_cached_relation(target_relation) -%}
    {%- set how = kept('write ' ~ this, 'overwrite') -%}
    {{ run_hooks(pre_hooks) }}
    {%- if existing is not none and not existing.is_delta -%}
        {%- do run_query('drop ' ~ ('view' if existing.is_view else 'table') ~ ' ' ~ target_relation) -%}
        {%- set existing = none -%}
    {%- endif -%}
    {%- if existing is not none and how == 'leave' -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- else -%}
        {%- do mark_rows_of_large(target_relation) if existing is not none and how == 'merge' -%}
        {{ begin_settings() }}
        {%- call statement('main') -%}
            {%- if existing is none or (how == 'overwrite' and not _has_columns_of(existing, sql)) -%}
            {%- do forget_analysed() -%}
            {%- do name_commits(commit_name_of_run()) -%}
            {{ create_table_as(false, target_relation, sql) }}
            {%- elif how == 'overwrite' -%}
            insert overwrite table {{ target_relation }}{{ commit_named(commit_name_of_run()) }} by name {{ sql }}
            {%- elif how == 'append' -%}
            insert into table {{ target_relation }}{{ commit_named(commit_name_of_run()) }} by name {{ sql }}
            {%- elif how == 'merge' -%}
            {{ merge_statement(target_relation, sql) }}
            {%- endif -%}
        {%- endcall -%}
        {{ end_settings() }}
        {%- do forget_size(target_relation) if how == 'overwrite' -%}
        {%- do unname_commits() -%}
    {%- endif -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}

{#- Whether a table has the columns of a query, with their types. table: relation. query: SQL. -#}
{% macro _has_columns_of(table, query) %}
    {%- set rows = table.identifier ~ '__rows' -%}
    {%- do run_query('create or replace temporary view ' ~ rows ~ ' as ' ~ query) -%}
    {{ return(_columns_text(table) == _columns_text(rows)) }}
{% endmacro %}
