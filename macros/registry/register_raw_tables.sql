{#-
    Makes the raw Delta tables known to the metastore: schema `raw`, one external table a source table, created empty where nothing has
    landed yet. Columns and partitions come from `_sources.yml`. Runs before every dbt command that builds or tests something.
-#}
{% macro register_raw_tables() %}
    {%- if execute -%}
    {%- set tables = graph.sources.values() | selectattr('source_name', 'equalto', 'raw') | list -%}
    {%- do run_query('create schema if not exists ' ~ tables[0].schema) -%}
    {%- for table in tables -%}
        {%- set columns = [] -%}
        {%- for column in table.columns.values() %}{% do columns.append(column.name ~ ' ' ~ column.data_type) %}{% endfor -%}
        {%- set partitions = table.config.meta.get('partitioned_by', []) -%}
        {%- do run_query(
            'create table if not exists ' ~ table.schema ~ '.' ~ table.identifier ~ ' (' ~ columns | join(', ') ~ ') using delta'
            ~ (' partitioned by (' ~ partitions | join(', ') ~ ')' if partitions else '')
            ~ " location '" ~ raw_path(table.identifier) ~ "'"
        ) -%}
    {%- endfor -%}
    {%- endif -%}
{% endmacro %}
