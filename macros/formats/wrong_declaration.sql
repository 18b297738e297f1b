{#-
    What is wrong with the declaration of a format (see `declared_formats`): a code of letters that are none, that means something else, or that is declared twice; an unknown key, none for the
    model, a value of another kind, a notation that is none.
    variable: the variable in which it stands. code: the format's. declaration: any value.
-#}
{% macro wrong_declaration(variable, code, declaration) %}
    {%- set kinds = {
        'model': 'the name of a model, or null', 'description': 'text', 'structure': 'a SQL condition over message', 'binary': 'true or false',
        'order_by_sequence': 'true or false', 'identity': 'a list of columns of cdc_events', 'rows_share_numbers': 'true or false', 'named_by_topic': 'true or false',
        'time_zone': 'the name of a time zone',
        'encodings': 'a dict of notation to list of declared types; the notations are ' ~ rosetta_cdc.value_notations() | join(', ')
            ~ ', and any <name> for which ' ~ project_name ~ ' has a macro decode_<name>',
        'types': 'a dict of declared type to Spark type',
        'options': 'a dict of option, in lower-case letters, digits and _, to its description'
    } -%}
    {%- set taken = ['auto', 'other', 'tombstone', 'null_value', 'not_json', 'connect_key', 'shareplex', 'dts_avro_json', 'unknown'] -%}
    {%- if not modules.re.fullmatch('[a-z][a-z0-9_]*', code | string) or code in taken -%}
        {{ return(': a code must consist of lower-case letters, digits and _, start with a letter, and not be one of ' ~ taken | join(', ')) }}
    {%- endif -%}
    {%- if variable == 'cdc_own_formats' and code in rosetta_cdc.variable('cdc_formats') -%}{{ return(': cdc_formats already declares this code') }}{%- endif -%}
    {%- if declaration is not mapping or 'model' not in declaration -%}{{ return(': model is missing; it must be ' ~ kinds.model) }}{%- endif -%}
    {%- for key, value in declaration.items() -%}
        {%- if key not in kinds -%}{{ return(": unknown key '" ~ key ~ "'; known keys are " ~ kinds.keys() | join(', ')) }}{%- endif -%}
        {%- if not rosetta_cdc._is_of_kind(key, value) -%}{{ return('.' ~ key ~ " is '" ~ value ~ "'; it must be " ~ kinds[key]) }}{%- endif -%}
    {%- endfor -%}
    {{ return('') }}
{% endmacro %}

{#- Whether a value of a declaration is what its key takes. key, value: see `declared_formats`. -#}
{% macro _is_of_kind(key, value) %}
    {%- if key in ('binary', 'order_by_sequence', 'rows_share_numbers', 'named_by_topic') -%}{{ return(value is boolean) }}{%- endif -%}
    {%- if key == 'identity' -%}
        {{ return(value is sequence and value is not string and value is not mapping and value | length > 0 and value | reject('in', rosetta_cdc.event_columns()) | list == []) }}
    {%- endif -%}
    {%- if key == 'encodings' -%}
        {%- for notation in (value if value is mapping else []) if notation not in rosetta_cdc.value_notations() -%}
            {%- if not modules.re.fullmatch('[a-z][a-z0-9_]*', notation | string) or not rosetta_cdc.own_decoder(notation) -%}{{ return(false) }}{%- endif -%}
        {%- endfor -%}
        {{ return(value is mapping and value.values() | select('string') | list == [] and rosetta_cdc._are_types(value.values() | list)) }}
    {%- endif -%}
    {%- if key == 'options' -%}
        {%- for name, description in (value if value is mapping else {}).items() if description is not string or not modules.re.fullmatch('[a-z][a-z0-9_]*', name | string) -%}
            {{ return(false) }}
        {%- endfor -%}
        {{ return(value is mapping) }}
    {%- endif -%}
    {%- if key == 'types' -%}{{ return(value is mapping and value.keys() | reject('string') | list == []) }}{%- endif -%}
    {{ return(value is string and value != '' or key == 'model' and value is none) }}
{% endmacro %}

{#- Whether all items of a list are texts without quotes, or such lists. items: list. -#}
{% macro _are_types(items) %}
    {%- for item in items if item is not string or "'" in item -%}
        {%- if item is string or item is mapping or item is not sequence or not rosetta_cdc._are_types(item) -%}{{ return(false) }}{%- endif -%}
    {%- endfor -%}
    {{ return(true) }}
{% endmacro %}
