{#- Whether what is compiled is a unit test: it has the tables that it gives and no other, whatever the command around it has made. Returns a boolean. -#}
{% macro in_unit_test() %}
    {{ return(model is defined and model.resource_type == 'unit_test') }}
{% endmacro %}
