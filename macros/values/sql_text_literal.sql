{#- A Spark SQL literal of any text, `null` for none. value: text, number, boolean or none. -#}
{% macro sql_text_literal(value) -%}
    {%- if value is none -%}
    null
    {%- else -%}
    '{{ (value | string) | replace('\\', '\\\\') | replace("'", "\\'") | replace('$', '\\u0024') }}'
    {%- endif -%}
{%- endmacro %}
