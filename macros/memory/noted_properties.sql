{#- The properties of the model's table, see `properties_of`. -#}
{% macro noted_properties() %}
    {{ return(rosetta_cdc.properties_of(this)) }}
{% endmacro %}
