{#-
    The text that names a source row everywhere: `table_id`, a slash, `row_key`. Slashes in table_id are escaped with a backslash, so that the first bare
    one ends it and no two rows collide. table_id, row_key: SQL expressions of text; null if either is.
-#}
{% macro row_id(table_id, row_key) -%}
    concat(replace({{ table_id }}, '/', '\\/'), '/', {{ row_key }})
{%- endmacro %}
