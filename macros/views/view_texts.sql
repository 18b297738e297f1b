{#-
    The SQL of a view and of those that it reads: list of texts, none in it where one is not known (see `view_text`); `[none]` where the relation is no model.
    relation: of the view. but: names of views that are left out, with what they read.
-#}
{% macro view_texts(relation, but=[]) %}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.get('alias', node.name) == relation.identifier -%}
        {%- set texts = [] -%}
        {%- for view in rosetta_cdc.views_below(node.unique_id, but) -%}{%- do texts.append(rosetta_cdc.view_text(graph.nodes[view])) -%}{%- endfor -%}
        {{ return(texts) }}
    {%- endfor -%}
    {{ return([none]) }}
{% endmacro %}
