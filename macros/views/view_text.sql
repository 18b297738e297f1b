{#-
    The SQL of a view: as this command has made it, else as the metastore has it, which is what a statement reads then. None where neither is known.
    node: the view in dbt's graph.
-#}
{% macro view_text(node) %}
    {%- set relation = api.Relation.create(database=node.database, schema=node.schema, identifier=node.get('alias', node.name)) -%}
    {%- if rosetta_cdc.kept('text of ' ~ relation) is not none -%}{{ return(rosetta_cdc.kept('text of ' ~ relation)) }}{%- endif -%}
    {%- set said = modules.re.search('View Text: (.*?)\\s*View Original Text:', (load_cached_relation(relation) or {}).information or '', modules.re.DOTALL) -%}
    {{ return(said[1] if said else none) }}
{% endmacro %}
