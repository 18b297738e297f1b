{#- Codes of the formats that have a staging model of their own, from the variable `cdc_formats`. Returns a list. -#}
{% macro parsed_formats() -%}
    {{ return(var('cdc_formats')['parsed']) }}
{%- endmacro %}
