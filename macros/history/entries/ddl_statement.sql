{#- The text of a DDL event without its comments; names in quotes stay as they are. Needs ddl_text. -#}
{% macro ddl_statement() -%}
    regexp_replace(coalesce(ddl_text, ''), r'(?s)("[^"]*"|`[^`]*`|\[[^\]]*\])|/\*.*?\*/|--[^\n]*|(?<!\S)#[^\n]*', '$1 ')
{%- endmacro %}
