{#- The names of the columns of a summary's table, in its order: asked once a command. Returns a list, empty before there is a table. -#}
{% macro summary_columns() %}
    {%- set name = 'columns of summary ' ~ this -%}
    {%- if rosetta_cdc.kept(name) is none -%}
        {%- set held = load_relation(this) -%}
        {%- do rosetta_cdc.keep(name, adapter.get_columns_in_relation(held) | map(attribute='name') | list if held is not none and held.is_table else []) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept(name)) }}
{% endmacro %}
