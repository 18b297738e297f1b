{#-
    A value of an image as a column of a type. Renders an expression of the type; null where the value is null, or is none of the type (see `cast_error`).

    value, encoding: SQL expressions of the text and of how it is written, `format:declared type` (`row_image['c']`, `column_encodings['c']`).
    type: `tinyint`, `smallint`, `int`, `bigint`, `decimal(p,s)`, `float`, `double`, `boolean`, `binary`, `string`, `date`, `timestamp` (an instant), `timestamp_ntz` (a clock's time),
    `time` (text), `interval_microseconds` or `interval_months` (bigint). zone: name of the source's zone, none if not known.
    Raises a compiler error for another type.
-#}
{% macro typed_value(value, encoding, type, zone=none) -%}
    {%- set family = type_family(type) -%}
    {%- if family == 'integer' -%}{{ integer_value(value, encoding, type) }}
    {%- elif family == 'decimal' -%}
        {%- set digits = type.split('(')[1].rstrip(') ').split(',') -%}
        {{ decimal_value(value, encoding, digits[0] | int, digits[1] | int) }}
    {%- elif family == 'double' -%}{{ double_value(value, encoding, type) }}
    {%- elif family == 'boolean' -%}{{ boolean_value(value, encoding) }}
    {%- elif family == 'binary' -%}{{ binary_value(value, encoding) }}
    {%- elif family == 'date' -%}{{ date_value(value, encoding, zone) }}
    {%- elif family == 'timestamp' -%}{{ timestamp_value(value, encoding, zone) }}
    {%- elif family == 'timestamp_ntz' -%}{{ timestamp_ntz_value(value, encoding, zone) }}
    {%- elif family == 'time' -%}{{ time_value(value, encoding) }}
    {%- elif family == 'interval_microseconds' -%}{{ microseconds_value(value, encoding) }}
    {%- elif family == 'interval_months' -%}{{ months_value(value) }}
    {%- else -%}{{ text_value(value, encoding) }}
    {%- endif -%}
{%- endmacro %}
