{#- The topic registry: the seed that the variable `cdc_registry_seed` names, by default this project's, else one of the root project. Returns the relation. -#}
{% macro topic_registry() %}
    {%- set name = rosetta_cdc.variable('cdc_registry_seed') -%}
    {%- if name is not string -%}{%- do rosetta_cdc.check_variables() -%}{%- endif -%}
    {{ return(ref('rosetta_cdc', name) if name == 'cdc_topics' else ref(project_name, name)) }}
{% endmacro %}
