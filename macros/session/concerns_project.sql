{#-
    Whether the command that begins makes, loads or tests something of this project, or a table of another one that is made as ours are (`cdc_table`): others are none of our hooks' business.
    Returns a boolean.
-#}
{% macro concerns_project() %}
    {%- for unique_id in selected_resources -%}
        {%- if unique_id.split('.')[1] == 'rosetta_cdc' or graph.nodes.get(unique_id, {}).get('config', {}).get('materialized') in ['cdc_incremental', 'cdc_view'] -%}{{ return(true) }}{%- endif -%}
    {%- endfor -%}
    {{ return(false) }}
{% endmacro %}
