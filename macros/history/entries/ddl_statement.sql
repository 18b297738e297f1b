{#-
    The text of a DDL event without its comments; names in quotes stay as they are. What MySQL and MariaDB execute of a comment (`/*!40005 TEMPORARY */`) belongs to the statement
    (MySQL Reference Manual, Comments). Needs ddl_text.
-#}
{% macro ddl_statement() -%}
    regexp_replace(coalesce(ddl_text, ''), r'(?s)("[^"]*"|`[^`]*`|\[[^\]]*\])|/\*M?!\d*(.*?)\*/|/\*.*?\*/|--[^\n]*|(?<!\S)#[^\n]*', '$1$2 ')
{%- endmacro %}
