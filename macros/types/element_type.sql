{#- The type of the elements of `array<type>`; none for a type that is no array. type: text. Returns text. -#}
{% macro element_type(type) %}
    {%- set array = modules.re.match('array<(.+)>$', type | string) -%}
    {{ return(array.group(1) if array else none) }}
{% endmacro %}
