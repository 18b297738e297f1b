{#-
    Codes of the formats of whose declaration a key has a value other than null or false. key: see `declared_formats`. is_given: false for those where it has none.
    Returns a list.
-#}
{% macro formats_with(key, is_given=true) %}
    {%- set codes = [] -%}
    {%- for code, declaration in rosetta_cdc.declared_formats().items() if (declaration[key] and true or false) == is_given -%}{%- do codes.append(code) -%}{%- endfor -%}
    {{ return(codes) }}
{% endmacro %}
