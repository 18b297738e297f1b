{#-
    The statement of an incremental run, with three strategies more than the adapter has: `cdc_table`, see `table_merge`; `summary`, see `summary_statement`; `where_changed`,
    see `statement_where_changed`. Arguments are the adapter's.
-#}
{% macro dbt_spark_get_incremental_sql(strategy, source, target, existing, unique_key, incremental_predicates) %}
    {%- if strategy == 'cdc_table' -%}
        {{ return(rosetta_cdc.table_merge(source, target)) }}
    {%- elif strategy == 'summary' -%}
        {{ return(rosetta_cdc.summary_statement(source, target)) }}
    {%- elif strategy == 'where_changed' -%}
        {{ return(rosetta_cdc.statement_where_changed(source, target)) }}
    {%- endif -%}
    {{ return(dbt.dbt_spark_get_incremental_sql(strategy, source, target, existing, unique_key, incremental_predicates)) }}
{% endmacro %}
