{#-
    The family of types, each with a decoder of its own, that a typed column's type belongs to: `integer`, `decimal`, `double`, `array`, and for all others the type itself.
    type: see `typed_value`. of: what the error begins with. Returns text. Raises a compiler error that lists the types for another one.
-#}
{% macro type_family(type, of='type_family') %}
    {%- set element = rosetta_cdc.element_type(type) -%}
    {%- set family = rosetta_cdc._family_of(element or type) -%}
    {%- if not family -%}{{ exceptions.raise_compiler_error(of ~ ': ' ~ rosetta_cdc.type_problem(type)) }}{%- endif -%}
    {{ return('array' if element else family) }}
{% endmacro %}

{#- Why a type is none that a typed column may have: text that names it and lists those that are; none where it is one. type: any text, or none. -#}
{% macro type_problem(type) %}
    {%- set element = rosetta_cdc.element_type(type) -%}
    {%- if rosetta_cdc._family_of(element or type) -%}{{ return(none) }}{%- endif -%}
    {%- set named = element if element and not rosetta_cdc.element_type(element) else type -%}
    {{ return("'" ~ named ~ "' is not one of " ~ rosetta_cdc._families().keys() | join(', ') ~ ', decimal(precision, scale), array<one of these>') }}
{% endmacro %}

{#- The family of a type that is no array, none for what is no type. type: any text, or none. -#}
{% macro _family_of(type) %}
    {%- set decimal = modules.re.match('decimal[(]([1-9][0-9]?), *([0-9]{1,2})[)]$', type | string) -%}
    {%- if decimal and decimal.group(1) | int <= 38 and decimal.group(2) | int <= decimal.group(1) | int -%}{{ return('decimal') }}{%- endif -%}
    {{ return(rosetta_cdc._families().get(type)) }}
{% endmacro %}

{#- Families of the types that have no parameters: dict of type -> family. -#}
{% macro _families() %}
    {{ return({
        'tinyint': 'integer', 'smallint': 'integer', 'int': 'integer', 'bigint': 'integer', 'float': 'double', 'double': 'double', 'boolean': 'boolean', 'binary': 'binary', 'string': 'string',
        'date': 'date', 'timestamp': 'timestamp', 'timestamp_ntz': 'timestamp_ntz', 'time': 'time', 'interval_microseconds': 'interval_microseconds', 'interval_months': 'interval_months'
    }) }}
{% endmacro %}
