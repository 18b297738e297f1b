{#-
    Makes the raw Delta tables known to the metastore: schema `raw`, one external table a source table, created empty where nothing has
    landed yet. Columns, partitions and statistics come from `_sources.yml`. Runs before every dbt command that builds or tests something.
    in_operation: also in a run-operation, which calls it by itself.
-#}
{% macro register_raw_tables(in_operation=false) %}
    {%- if execute and (in_operation or flags.WHICH not in ('compile', 'parse', 'list', 'show', 'generate', 'run-operation')) -%}
    {%- set tables = graph.sources.values() | selectattr('source_name', 'equalto', 'raw') | list -%}
    {%- set missing = [] -%}
    {%- for table in tables if load_relation(api.Relation.create(schema=table.schema, identifier=table.identifier)) is none -%}{%- do missing.append(table) -%}{%- endfor -%}
    {%- if missing -%}
        {%- do run_query('create schema if not exists ' ~ tables[0].schema) -%}
        {%- do rosetta_cdc.forget_analysed() -%}
    {%- endif -%}
    {%- for table in missing -%}
        {%- set path = rosetta_cdc.raw_path(table.identifier) -%}
        {%- set columns = [] -%}
        {%- for column in table.columns.values() -%}
            {%- do columns.append(column.name ~ ' ' ~ column.data_type ~ ' comment ' ~ rosetta_cdc.sql_text_literal(column.description.split() | join(' '))) -%}
        {%- endfor -%}
        {%- set partitions = table.config.meta.get('partitioned_by', []) -%}
        {%- do run_query(
            'create table if not exists delta.`' ~ path | replace('`', '``') ~ '` (' ~ columns | join(', ') ~ ') using delta'
            ~ (' partitioned by (' ~ partitions | join(', ') ~ ')' if partitions else '')
            ~ ' comment ' ~ rosetta_cdc.sql_text_literal(table.description.split() | join(' '))
            ~ " tblproperties ('delta.dataSkippingStatsColumns' = '" ~ table.config.meta.statistics | join(',') ~ "')"
        ) -%}
        {%- do run_query(
            'create table if not exists ' ~ table.schema ~ '.' ~ table.identifier ~ ' using delta location ' ~ rosetta_cdc.sql_text_literal(path)
        ) -%}
    {%- endfor -%}
    {%- endif -%}
{% endmacro %}
