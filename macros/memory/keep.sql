{#-
    Keeps a value in memory until the command ends, for the models that come after. `graph` is the one object that dbt hands to every model of a command.
    name: what it is. value: anything.
-#}
{% macro keep(name, value) %}
    {%- do graph.setdefault('rosetta_cdc_memory', {}).setdefault(invocation_id, {}).update({name: value}) -%}
{% endmacro %}
