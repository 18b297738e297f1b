{#-
    Makes the table of a run ready for the rows of a query, and the query a temporary view. Returns the view's name: `insert overwrite` from it is what is left to do.

    The table is Parquet without a Delta log: it has one writer and lives for one run, and in small runs the log costs more than the rows (about 0.5 s a
    write, and a job to find the files at each read). A run that is killed leaves what the next one overwrites. The table is made again only where its columns have changed.
    table: relation of the table. query: SQL.
-#}
{% macro prepare_run_table(table, query) %}
    {%- set rows = table.identifier ~ '__rows' -%}
    {%- do run_query('create or replace temporary view ' ~ rows ~ ' as ' ~ query) -%}
    {%- set existing = load_cached_relation(table) -%}
    {%- if existing is none or existing.is_delta or not existing.is_table or _columns_text(existing) != _columns_text(rows) -%}
        {%- do run_query('drop ' ~ ('view' if existing is not none and existing.is_view else 'table') ~ ' if exists ' ~ table) -%}
        {%- do run_query('create table ' ~ table ~ ' like ' ~ rows ~ ' using parquet') -%}
    {%- endif -%}
    {{ return(rows) }}
{% endmacro %}

{#- Names and types of a relation's columns, as one text. -#}
{% macro _columns_text(relation) %}
    {%- set columns = [] -%}
    {%- for row in run_query('describe ' ~ relation).rows -%}{% do columns.append(row['col_name'] ~ ' ' ~ row['data_type']) %}{%- endfor -%}
    {{ return(columns | join(', ')) }}
{% endmacro %}
