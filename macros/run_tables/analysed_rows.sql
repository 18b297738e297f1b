{#-
    SQL of the rows of a query that is the same run after run. In a session that goes on, Spark analyses it once: its plan is kept in a temporary view, of which later runs have only to list the
    files again (`spark.sql.legacy.storeAnalyzedPlanForView`). Analysing is close to half of what the fold of a thousand events costs. Where each statement may have a session of its own, the query itself
    is returned.
    query: SQL. texts: what else decides its plan, such as the SQL of a view that it reads. Tables that it reads may be written, not made again (see `forget_analysed`). lists_files: false where it
    reads Delta tables alone, whose files Delta looks up each time.
-#}
{% macro analysed_rows(query, texts, lists_files=true) %}
    {%- if not rosetta_cdc.in_one_session() -%}{{ return(query) }}{%- endif -%}
    {%- set view = this.identifier ~ '__analysed__' ~ local_md5(query ~ texts) -%}
    {%- if view in rosetta_cdc._analysed_views() -%}
        {%- do run_query('refresh table ' ~ view) if lists_files -%}
    {%- else -%}
        {%- do run_query('create or replace temporary view ' ~ view ~ ' as ' ~ query) -%}
    {%- endif -%}
    {%- do rosetta_cdc._analysed_views().update({view: true}) -%}
    {{ return('select * from ' ~ view) }}
{% endmacro %}

{#- The temporary views in which plans are kept, asked once a command: dict of name -> whether a model of this command works with it. -#}
{% macro _analysed_views() %}
    {%- if rosetta_cdc.kept('analysed views') is none -%}
        {%- do rosetta_cdc.keep('analysed views', dict.fromkeys(run_query("show views like '*__analysed__*'").columns['viewName'].values(), false)) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('analysed views')) }}
{% endmacro %}
