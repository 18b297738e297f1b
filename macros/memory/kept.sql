{#- A value that a model of this command has kept (see `keep`). name: what it is. default: what to return where nothing was kept. -#}
{% macro kept(name, default=none) %}
    {{ return(graph.get('rosetta_cdc_memory', {}).get(invocation_id, {}).get(name, default)) }}
{% endmacro %}
