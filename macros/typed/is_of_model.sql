{#-
    Whether a version is of a table that a model of `cdc_table` holds: of its own, or with `shards` of any that the registry sends to it.
    table: the model's meta `cdc_table`. table_id: SQL expression. Renders a SQL condition.
-#}
{% macro is_of_model(table, table_id='table_id') -%}
    {%- if table.shards -%}
    {{ rosetta_cdc.is_of_target(table.table_id, table_id) }}
    {%- else -%}
    {{ table_id }} = {{ rosetta_cdc.sql_text_literal(table.table_id) }}
    {%- endif -%}
{%- endmacro %}
