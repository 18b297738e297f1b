{#-
    A select list of a row that a merge deletes: its key, all else null. columns: dict of name -> Spark type. key: list of names.
-#}
{% macro only_key(columns, key) -%}
    {%- for name, type in columns.items() -%}
        {{ name if name in key else 'cast(null as ' ~ type ~ ') as ' ~ name }}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
