{#- The formats whose rows some models have, as declared: list of codes. names: of the models. -#}
{% macro formats_of_models(names) %}
    {%- set formats = [] -%}
    {%- for code, declaration in rosetta_cdc.declared_formats().items() if declaration.model in names -%}{%- do formats.append(code) -%}{%- endfor -%}
    {{ return(formats) }}
{% endmacro %}
