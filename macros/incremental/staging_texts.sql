{#-
    The SQL of staging models and of all views below them, which decides their plan: dict of identifier -> text. models: relations. One whose text is not known is left out.
-#}
{% macro staging_texts(models) %}
    {%- set texts = {} -%}
    {%- for relation in models -%}
        {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.get('alias', node.name) == relation.identifier -%}
            {%- set found = [] -%}
            {%- for view in views_below(node.unique_id) -%}{%- do found.append(view_text(graph.nodes[view])) -%}{%- endfor -%}
            {%- if none not in found -%}{%- do texts.update({relation.identifier: found | join(' ')}) -%}{%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(texts) }}
{% endmacro %}
