{#-
    A view and those that it reads, of dbt's graph, each before what comes beside it: list of unique ids. The digests of `event_rules` are of texts in this order.
    unique_id: of the view. but: names of views that are left out, with what they read. found: what was found so far.
-#}
{% macro views_below(unique_id, but=[], found=none) %}
    {%- set found = found if found is not none else [] -%}
    {%- do found.append(unique_id) -%}
    {%- for below in graph.nodes[unique_id].depends_on.nodes if below in graph.nodes and below not in found -%}
        {%- set node = graph.nodes[below] -%}
        {%- if node.config.materialized in ('view', 'cdc_view') and node.name not in but -%}{%- do rosetta_cdc.views_below(below, but, found) -%}{%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}
