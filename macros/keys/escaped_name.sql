{#- Escapes one part of a dotted name: a backslash before every backslash and dot. -#}
{% macro escaped_name(name) -%}
    replace(replace({{ name }}, '\\', '\\\\'), '.', '\\.')
{%- endmacro %}
