{#- The columns of `closed_versions`: dict of name -> Spark type. -#}
{% macro closed_columns() -%}
    {%- set columns = {} -%}
    {%- for name in version_columns() + ['inherits_from', 'contradiction'] -%}{%- do columns.update({name: state_columns()[name]}) -%}{%- endfor -%}
    {{ return(columns) }}
{%- endmacro %}
