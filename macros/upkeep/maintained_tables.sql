{#-
    The Delta tables that `maintain` looks after: those of the source `raw`, then every table, incremental model, table of the history, seed and snapshot that was built.
    A seed of a project that has this one as a package may be none of Delta's.
    Returns a list of {relation, clustered_by: columns that `meta.liquid_clustered_by` of the model names}.
-#}
{% macro maintained_tables() %}
    {%- set tables = [] -%}
    {%- set nodes = graph.sources.values() | selectattr('source_name', 'equalto', 'raw') | list -%}
    {%- do nodes.extend(graph.nodes.values() | selectattr('config.materialized', 'in', ['table', 'incremental', 'cdc_incremental', 'history_table', 'seed', 'snapshot'])) -%}
    {%- for node in nodes -%}
        {%- set relation = adapter.get_relation(database=none, schema=node.schema, identifier=node.identifier or node.alias) -%}
        {%- if relation is not none and relation.is_delta -%}
            {%- do tables.append({'relation': relation, 'clustered_by': node.config.meta.get('liquid_clustered_by', [])}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(tables) }}
{% endmacro %}
