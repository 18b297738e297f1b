{#-
    Materialization `history_table`: a Delta table that the row history is kept in, written as its model says (see `write_history`), in one statement and without a temporary view.
    Its commits name the run in Delta's userMetadata, by which a run that was killed is taken back (see `restore_history`).
-#}
{% materialization history_table, adapter='spark' %}
    {%- if flags.EMPTY -%}{{ return(rosetta_cdc.stand_in(sql)) }}{%- endif -%}
    {%- set target_relation = this.incorporate(type='table') -%}
    {%- set existing = load_cached_relation(target_relation) -%}
    {%- set how = rosetta_cdc.kept('write ' ~ this, 'overwrite') -%}
    {{ run_hooks(pre_hooks) }}
    {%- if existing is not none and not existing.is_delta -%}
        {%- do run_query('drop ' ~ ('view' if existing.is_view else 'table') ~ ' ' ~ target_relation) -%}
        {%- set existing = none -%}
    {%- endif -%}
    {%- if existing is not none and how == 'leave' -%}
        {%- call noop_statement('main', 'unchanged') -%}{%- endcall -%}
    {%- else -%}
        {%- do rosetta_cdc.mark_rows_of_large(target_relation) if existing is not none and how == 'merge' -%}
        {{ rosetta_cdc.begin_settings() }}
        {%- call statement('main') -%}
            {%- if existing is none or (how == 'overwrite' and not rosetta_cdc._has_columns_of(existing, sql)) -%}
            {%- do rosetta_cdc.forget_analysed() -%}
            {%- do rosetta_cdc.name_commits(rosetta_cdc.commit_name_of_run()) -%}
            {{ create_table_as(false, target_relation, sql) }}
            {%- elif how == 'overwrite' -%}
            insert overwrite table {{ target_relation }}{{ rosetta_cdc.commit_named(rosetta_cdc.commit_name_of_run()) }} by name {{ sql }}
            {%- elif how == 'append' -%}
            insert into table {{ target_relation }}{{ rosetta_cdc.commit_named(rosetta_cdc.commit_name_of_run()) }} by name {{ sql }}
            {%- elif how == 'merge' -%}
            {{ rosetta_cdc.merge_statement(target_relation, sql) }}
            {%- endif -%}
        {%- endcall -%}
        {{ rosetta_cdc.end_settings() }}
        {%- do rosetta_cdc.forget_size(target_relation) if how == 'overwrite' -%}
        {%- do rosetta_cdc.unname_commits() -%}
    {%- endif -%}
    {{ run_hooks(post_hooks) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}

{#- Whether a table has the columns of a query, with their types. table: relation. query: SQL. -#}
{% macro _has_columns_of(table, query) %}
    {%- set rows = table.identifier ~ '__rows' -%}
    {%- do run_query('create or replace temporary view ' ~ rows ~ ' as ' ~ query) -%}
    {{ return(rosetta_cdc._columns_text(table) == rosetta_cdc._columns_text(rows)) }}
{% endmacro %}
