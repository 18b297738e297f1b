{#- The columns of `closed_versions`: dict of name -> Spark type. Last those that are the run's own. -#}
{% macro closed_columns() -%}
    {%- set columns = {} -%}
    {%- for name in rosetta_cdc.version_columns() | reject('in', ['applied_at', 'run_id']) | list + ['inherits_from', 'contradiction', 'applied_at', 'run_id'] -%}{%- do columns.update({name: rosetta_cdc.state_columns()[name]}) -%}{%- endfor -%}
    {{ return(columns) }}
{%- endmacro %}
