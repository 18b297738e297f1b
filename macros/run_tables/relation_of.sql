{#-
    The table of a model of this project by the model's name, wherever its schema is: for tables that the caller reads beside what it refers to. Whether it exists is not looked up.
    name: of the model. Returns the relation.
-#}
{% macro relation_of(name) %}
    {%- if not execute -%}{{ return(this) }}{%- endif -%}
    {%- set node = graph.nodes['model.rosetta_cdc.' ~ name] -%}
    {{ return(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias, type='table')) }}
{% endmacro %}
