{#-
    The family of types, each with a decoder of its own, that a typed column's type belongs to: `integer`, `decimal`, `double`, `array`, and for all others the type itself.
    type: see `typed_value`. of: what the error begins with. Returns text. Raises a compiler error that lists the types for another one.
-#}
{% macro type_family(type, of='type_family') %}
    {%- set families = {'tinyint': 'integer', 'smallint': 'integer', 'int': 'integer', 'bigint': 'integer', 'float': 'double', 'double': 'double'} -%}
    {%- set others = ['boolean', 'binary', 'string', 'date', 'timestamp', 'timestamp_ntz', 'time', 'interval_microseconds', 'interval_months'] -%}
    {%- set decimal = modules.re.match('decimal[(]([1-9][0-9]?), *([0-9]{1,2})[)]$', type | string) -%}
    {%- if decimal and decimal.group(1) | int <= 38 and decimal.group(2) | int <= decimal.group(1) | int -%}{{ return('decimal') }}{%- endif -%}
    {%- if type in families -%}{{ return(families[type]) }}{%- endif -%}
    {%- if type in others -%}{{ return(type) }}{%- endif -%}
    {%- if rosetta_cdc.element_type(type) and not rosetta_cdc.element_type(rosetta_cdc.element_type(type)) -%}
        {%- do rosetta_cdc.type_family(rosetta_cdc.element_type(type), of) -%}
        {{ return('array') }}
    {%- endif -%}
    {{ exceptions.raise_compiler_error(
        of ~ ": '" ~ type ~ "' is not one of " ~ (families.keys() | list + others) | join(', ') ~ ', decimal(precision, scale), array<one of these>'
    ) }}
{% endmacro %}
