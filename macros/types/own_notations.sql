{#- Notations of declarations that are none of `value_notations`, and that a macro of the root project decodes (see `own_decoder`). Returns a list of names. -#}
{% macro own_notations() %}
    {%- if rosetta_cdc.kept('own notations') is none -%}
        {%- set notations = [] -%}
        {%- for declaration in rosetta_cdc.declared_formats().values() -%}
            {%- for notation in declaration.encodings if notation not in rosetta_cdc.value_notations() + notations -%}{%- do notations.append(notation) -%}{%- endfor -%}
        {%- endfor -%}
        {%- do rosetta_cdc.keep('own notations', notations) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('own notations')) }}
{% endmacro %}
