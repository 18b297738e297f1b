{#- Takes the place of the package's: what is a decimal there has one precision here. -#}
{% macro default__suggested_type(column, has_zone) %}
    {%- set found = rosetta_cdc.default__suggested_type(column, has_zone) -%}
    {{ return(dict(found, type='decimal(38,20)') if found.type.startswith('decimal') else found) }}
{% endmacro %}
