{#- The declared types that are written in a notation: list of `format:type`, in lower case. notation: see `is_encoded_as`. Worked out once in a command: a typed table asks for each of its columns. -#}
{% macro encoded_types(notation) %}
    {%- if rosetta_cdc.kept('types in ' ~ notation) is none -%}
        {%- set types = [] -%}
        {%- for code, declaration in rosetta_cdc.declared_formats().items() -%}
            {%- for type in rosetta_cdc._flat(declaration.encodings.get(notation, [])) -%}{%- do types.append(code ~ ':' ~ type | lower) -%}{%- endfor -%}
        {%- endfor -%}
        {%- do rosetta_cdc.keep('types in ' ~ notation, types) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('types in ' ~ notation)) }}
{% endmacro %}

{#- A list without the lists in it, whose items it has itself. items: list of texts and lists. -#}
{% macro _flat(items) %}
    {%- set flat = [] -%}
    {%- for item in items -%}{%- do flat.extend([item] if item is string else rosetta_cdc._flat(item)) -%}{%- endfor -%}
    {{ return(flat) }}
{% endmacro %}
