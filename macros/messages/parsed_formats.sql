{#- Codes of the formats that have a staging model of their own, from the variable `cdc_formats`. Returns a list. -#}
{% macro parsed_formats() -%}
    {#- Models are parsed before the project's start hook. -#}
    {%- do check_variables() -%}
    {{ return(var('cdc_formats')['parsed']) }}
{%- endmacro %}
