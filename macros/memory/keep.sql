{#-
    Keeps a value in memory until the command ends, for the models that come after. `graph` is the one object that dbt hands to every model of a command.
    name: what it is. value: anything.
-#}
{% macro keep(name, value) %}
    {%- if invocation_id not in graph.get('rosetta_cdc_memory', {}) -%}
        {#- In a process that parses the project once the graph outlives the command. -#}
        {%- do graph.update({'rosetta_cdc_memory': {invocation_id: {}}}) -%}
    {%- endif -%}
    {%- do graph['rosetta_cdc_memory'][invocation_id].update({name: value}) -%}
{% endmacro %}
