{#- A view and those that it reads, of dbt's graph: list of unique ids. unique_id: of the view. but: names of views that are left out, with what they read. -#}
{% macro views_below(unique_id, but=[]) %}
    {%- set found = [unique_id] -%}
    {#- The list grows while it is walked. -#}
    {%- for above in found -%}
        {%- for below in graph.nodes[above].depends_on.nodes if below in graph.nodes and below not in found -%}
            {%- if graph.nodes[below].config.materialized == 'view' and graph.nodes[below].name not in but -%}{%- do found.append(below) -%}{%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}
