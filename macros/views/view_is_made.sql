{#-
    Whether a relation is the view of a query, as its text tells, with the model's contract, as its property tells (see `create_view`). Returns a boolean; false where it has descriptions of columns or
    a comment, which are part of neither, and for a model whose `meta.lists_columns` does not say that its text names every column: one with `select *` has those that its tables had when it was made.
    relation: from the cache, with what Spark says of it; none where it does not exist. query: SQL.
-#}
{% macro view_is_made(relation, query) %}
    {%- if relation is none or not relation.is_view or not config.get('meta', {}).get('lists_columns') or config.persist_column_docs() or config.persist_relation_docs() -%}
        {{ return(false) }}
    {%- endif -%}
    {%- if config.get('contract').enforced and 'rosetta.contract=' ~ rosetta_cdc._contract_digest() not in (relation.information or '') -%}{{ return(false) }}{%- endif -%}
    {#- Spark leaves out comments before the first word. -#}
    {%- set text = modules.re.sub('\\A(\\s*--[^\\n]*\\n|\\s+)+', '', query) -%}
    {{ return(('View Text: ' ~ text.strip() ~ ' View Original Text:').split() | join(' ') in ((relation.information or '').split() | join(' '))) }}
{% endmacro %}
