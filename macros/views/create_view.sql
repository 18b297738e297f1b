{#-
    The statement that makes a view of a query: the adapter's. The query of a model with a contract is checked first, and the view keeps the contract's digest, by which later runs know that it was
    (see `view_is_made`).
    relation: the view. sql: the query. Renders SQL.
-#}
{% macro create_view(relation, sql) -%}
    {%- if not config.get('contract').enforced or config.persist_column_docs() -%}{{ return(get_create_view_as_sql(relation, sql)) }}{%- endif -%}
    {%- do rosetta_cdc.check_contract(sql) -%}
    create or replace view {{ relation }}
    {{ comment_clause() }}
    tblproperties ('rosetta.contract' = '{{ rosetta_cdc._contract_digest() }}')
    as
    {{ sql }}
{%- endmacro %}

{#- Digest of the columns and types of the model's contract. -#}
{% macro _contract_digest() %}
    {%- set columns = [] -%}
    {%- for name, column in model['columns'].items() -%}{%- do columns.append(name ~ ' ' ~ column['data_type']) -%}{%- endfor -%}
    {{ return(local_md5(columns | join(', '))) }}
{% endmacro %}
