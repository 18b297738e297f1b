{#- The names of a list, each once, in the order of their first place, without nulls. names: array<string>. Null for a null list. -#}
{% macro distinct_names(names) -%}
    array_except({{ names }}, array(cast(null as string)))
{%- endmacro %}
