{#- A number whose sign stands behind it, `12.5-`. text: SQL expression. -#}
{% macro decode_signed_behind(text) -%}
    case when {{ text }} rlike '^[0-9.]+[+-]$' then regexp_replace({{ text }}, '(.*)([+-])', '$2$1') end
{%- endmacro %}
