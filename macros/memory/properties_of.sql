{#- The properties of a table: dict of name -> text. Asked once a command; who sets one in the middle of it updates the dict. table: relation. -#}
{% macro properties_of(table) %}
    {%- if rosetta_cdc.kept('properties of ' ~ table) is none -%}
        {%- set properties = {} -%}
        {%- for row in run_query('show tblproperties ' ~ table).rows -%}{%- do properties.update({row[0]: row[1]}) -%}{%- endfor -%}
        {%- do rosetta_cdc.keep('properties of ' ~ table, properties) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('properties of ' ~ table)) }}
{% endmacro %}
