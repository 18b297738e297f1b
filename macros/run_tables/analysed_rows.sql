{#-
    SQL of the rows of a query that is the same run after run. In a session that goes on, Spark analyses it once: its plan is kept in a temporary view, of which later runs have only to list the
    files again (`spark.sql.legacy.storeAnalyzedPlanForView`). Analysing is close to half of what the fold of a thousand events costs. Where each statement may have a session of its own, or this one ends,
    the query itself is returned.
    query: SQL. texts: what else decides its plan, such as the SQL of a view that it reads. Tables that it reads may be written, not made again (see `forget_analysed`).
-#}
{% macro analysed_rows(query, texts) %}
    {%- if not in_one_session() or session_ends() -%}{{ return(query) }}{%- endif -%}
    {%- set view = this.identifier ~ '__analysed__' ~ local_md5(query ~ texts) -%}
    {%- if view in _analysed_views() -%}
        {%- do run_query('refresh table ' ~ view) -%}
    {%- else -%}
        {%- do run_query('create or replace temporary view ' ~ view ~ ' as ' ~ query) -%}
    {%- endif -%}
    {{ return('select * from ' ~ view) }}
{% endmacro %}

{#- Names of the temporary views in which plans are kept. -#}
{% macro _analysed_views() %}
    {{ return(run_query("show views like '*__analysed__*'").columns['viewName'].values() | list) }}
{% endmacro %}
