{#-
    The SQL of a view: as this command has made it, else as the metastore has it, which is what a statement reads then. None where neither is known.
    dbt's own materialization `view` does not keep the text that it has made (see `materialization_cdc_view`), and dbt's list of relations is as old as the command: Spark is asked, once.
    node: the view in dbt's graph.
-#}
{% macro view_text(node) %}
    {%- set relation = api.Relation.create(database=node.database, schema=node.schema, identifier=node.get('alias', node.name)) -%}
    {%- if rosetta_cdc.kept('text of ' ~ relation) is not none -%}{{ return(rosetta_cdc.kept('text of ' ~ relation)) }}{%- endif -%}
    {%- set listed = load_cached_relation(relation) -%}
    {%- if listed is not none and node.config.materialized == 'view' -%}
        {%- for row in run_query('describe table extended ' ~ relation).rows if row[0] == 'View Text' -%}{%- do rosetta_cdc.keep('text of ' ~ relation, row[1]) -%}{%- endfor -%}
        {{ return(rosetta_cdc.kept('text of ' ~ relation)) }}
    {%- endif -%}
    {%- set said = modules.re.search('View Text: (.*?)\\s*View Original Text:', (listed or {}).information or '', modules.re.DOTALL) -%}
    {{ return(said[1] if said else none) }}
{% endmacro %}
