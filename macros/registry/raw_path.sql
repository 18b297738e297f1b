{#- Folder of a raw Delta table, by default under ROSETTA_HOME. name: table of the `raw` schema. -#}
{% macro raw_path(name) -%}
    {{ return(env_var('ROSETTA_HOME') ~ '/raw/' ~ name) }}
{%- endmacro %}
