{#- Lets the strategies `history`, `cdc_table`, `summary` and `where_changed` pass (see `dbt_spark_get_incremental_sql`); every other one is the adapter's to judge. Arguments are the adapter's. -#}
{% macro dbt_spark_validate_get_incremental_strategy(raw_strategy, file_format) %}
    {%- if raw_strategy in ('cdc_table', 'summary', 'where_changed') -%}{{ return(raw_strategy) }}{%- endif -%}
    {{ return(dbt.dbt_spark_validate_get_incremental_strategy(raw_strategy, file_format)) }}
{% endmacro %}
