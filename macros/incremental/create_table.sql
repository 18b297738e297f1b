{#-
    The statement that makes a Delta table of a query, with all that the model's configuration says of it: the adapter's, but for the contract of `cdc_events` (see `check_contract`).
    relation: the table. sql: the query. Renders SQL.
-#}
{% macro create_table(relation, sql) -%}
    {%- if model['name'] != 'cdc_events' -%}{{ return(create_table_as(false, relation, sql)) }}{%- endif -%}
    {%- do rosetta_cdc.check_contract(sql) -%}
    create or replace table {{ relation }}
    {{ file_format_clause() }}
    {{ options_clause() }}
    {{ tblproperties_clause() }}
    {{ partition_cols(label='partitioned by') }}
    {{ clustered_cols(label='clustered by') }}
    {{ location_clause() }}
    {{ comment_clause() }}
    as
    {{ sql }}
{%- endmacro %}
