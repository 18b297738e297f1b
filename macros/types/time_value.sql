{#-
    A time of day or a span of hours, `[-]HH:mm:ss[.fraction]`: negative ones and those of more than 24 hours too. Renders an expression of string, with at least two
    digits of hours and no zeros at the end of the fraction; null for what is no time. Delta has no type for such times; for sums see `microseconds_value`.
    value, encoding: SQL expressions of the text and of `format:declared type`.
-#}
{% macro time_value(value, encoding) -%}
    case
        when {{ value }} rlike '^-?[0-9]{1,4}:[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?Z?$' then concat(
            left({{ value }}, if(startswith({{ value }}, '-'), 1, 0)),
            if({{ value }} rlike '^-?[0-9]:', '0', ''),
            regexp_replace(
                regexp_replace(concat(ltrim('-', rtrim('Z', {{ value }})), if({{ value }} rlike '^[^:]*:[^:]*$', ':00', '')), r'([.][0-9]*?)0+$', '$1'), r'[.]$', ''
            )
        )
        else get(transform(
            transform(array({{ rosetta_cdc._day_nanoseconds(value, encoding) }}), n -> struct(n as nanoseconds, abs(n) div 1000000000 as seconds)),
            t -> case when t.nanoseconds is not null then concat(
                if(t.nanoseconds < 0, '-', ''),
                format_string('%02d:%02d:%02d', t.seconds div 3600, t.seconds div 60 % 60, t.seconds % 60),
                regexp_replace(format_string('.%09d', abs(t.nanoseconds) % 1000000000), '[.]?0+$', '')
            ) end
        ), 0)
    end
{%- endmacro %}

{#- Nanoseconds of a time that is written as a number; null for others. -#}
{% macro _day_nanoseconds(value, encoding) -%}
    case
        when not {{ value }} rlike '^-?[0-9]{1,18}$' then null
        when {{ rosetta_cdc.is_encoded_as(encoding, ['day milliseconds']) }} then try_multiply(cast({{ value }} as bigint), 1000000L)
        when {{ rosetta_cdc.is_encoded_as(encoding, ['day microseconds']) }} then try_multiply(cast({{ value }} as bigint), 1000L)
        when {{ rosetta_cdc.is_encoded_as(encoding, ['day nanoseconds']) }} then cast({{ value }} as bigint)
    end
{%- endmacro %}
