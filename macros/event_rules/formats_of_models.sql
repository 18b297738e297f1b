{#- The formats that some staging models of `staging_models` read: list of codes. names: of the models. -#}
{% macro formats_of_models(names) %}
    {%- set formats = [] -%}
    {%- for code, relation in staging_models().items() if relation.identifier in names and code != 'other' -%}{%- do formats.append(code) -%}{%- endfor -%}
    {{ return(formats) }}
{% endmacro %}
