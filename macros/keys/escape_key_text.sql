{#- Escapes a name or value of a row key: a backslash before every backslash, `=` and `&`. -#}
{% macro escape_key_text(text) -%}
    replace(replace(replace({{ text }}, '\\', '\\\\'), '=', '\\='), '&', '\\&')
{%- endmacro %}
