{#-
    A value of an image as a column of a type. Renders an expression of the type; null where the value is null, or is none of the type (see `cast_error`).

    value, encoding: SQL expressions of the text and of how it is written, `format:declared type` (`row_image['c']`, `column_encodings['c']`).
    type: `tinyint`, `smallint`, `int`, `bigint`, `decimal(p,s)`, `float`, `double`, `boolean`, `binary`, `string`, `date`, `timestamp` (an instant), `timestamp_ntz` (a clock's time),
    `time` (text), `interval_microseconds` or `interval_months` (bigint), or `array<one of these>`. zone: name of the source's zone, none if not known.
    Raises a compiler error for another type.
-#}
{% macro typed_value(value, encoding, type, zone=none) -%}
    {%- if not rosetta_cdc.own_notations() -%}{{ rosetta_cdc._typed_value(value, encoding, type, zone) }}
    {%- elif rosetta_cdc.type_family(type) == 'binary' -%}
        coalesce({{ rosetta_cdc.decoded_value(value, encoding, 'binary') }}, {{ rosetta_cdc._typed_value(value, encoding, type) }})
    {%- else -%}
        get(transform(array({{ rosetta_cdc.decoded_value(value, encoding) }}), decoded -> {{ rosetta_cdc._typed_value('decoded', encoding, type, zone) }}), 0)
    {%- endif -%}
{%- endmacro %}

{#- The same of a value that is written in no notation of the root project's own. Arguments: see `typed_value`. -#}
{% macro _typed_value(value, encoding, type, zone=none) -%}
    {%- set family = rosetta_cdc.type_family(type) -%}
    {%- if family == 'integer' -%}{{ rosetta_cdc.integer_value(value, encoding, type) }}
    {%- elif family == 'decimal' -%}
        {%- set digits = type.split('(')[1].rstrip(') ').split(',') -%}
        {{ rosetta_cdc.decimal_value(value, encoding, digits[0] | int, digits[1] | int) }}
    {%- elif family == 'double' -%}{{ rosetta_cdc.double_value(value, encoding, type) }}
    {%- elif family == 'boolean' -%}{{ rosetta_cdc.boolean_value(value, encoding) }}
    {%- elif family == 'binary' -%}{{ rosetta_cdc.binary_value(value, encoding) }}
    {%- elif family == 'date' -%}{{ rosetta_cdc.date_value(value, encoding, zone) }}
    {%- elif family == 'timestamp' -%}{{ rosetta_cdc.timestamp_value(value, encoding, zone) }}
    {%- elif family == 'timestamp_ntz' -%}{{ rosetta_cdc.timestamp_ntz_value(value, encoding, zone) }}
    {%- elif family == 'time' -%}{{ rosetta_cdc.time_value(value, encoding) }}
    {%- elif family == 'interval_microseconds' -%}{{ rosetta_cdc.microseconds_value(value, encoding) }}
    {%- elif family == 'interval_months' -%}{{ rosetta_cdc.months_value(value) }}
    {%- elif family == 'array' -%}{{ rosetta_cdc.array_value(value, encoding, rosetta_cdc.element_type(type), zone) }}
    {%- else -%}{{ rosetta_cdc.text_value(value, encoding) }}
    {%- endif -%}
{%- endmacro %}
