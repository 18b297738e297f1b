{#-
    A select list of all columns of `fold_columns`, null where nothing is given.
    given: dict of column name -> SQL expression; none stands for the column of that name.
-#}
{% macro fold_input(given) -%}
    {%- for name, type in fold_columns().items() -%}
        cast({{ given.get(name, 'null') or name }} as {{ type }}) as {{ name }}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
