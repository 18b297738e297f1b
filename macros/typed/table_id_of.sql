{#-
    The `table_id` of a table. source: source_name, any text. table: the rest of `table_id`, its parts as the source names them, dotted (a dot or backslash within one
    escaped by a backslash). Returns text.
-#}
{% macro table_id_of(source, table) %}
    {{ return((source | string).replace('\\', '\\\\').replace('.', '\\.') ~ '.' ~ table) }}
{% endmacro %}
