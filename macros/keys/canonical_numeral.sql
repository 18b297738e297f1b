{#-
    The one text of a decimal number that is written in many ways: `1`, `1.0`, `+01` and `1E0` all become `1`.

    text: [sign] digits [. digits] [e exponent of at most three digits]. Returns text without exponent, without
    leading or trailing zeros, `0` for minus zero; any number of digits. By text alone, so no digit is rounded.
-#}
{% macro canonical_numeral(text) -%}
    get(transform(transform(transform(
        array(struct(
            regexp_extract({{ text }}, '^[+-]?([0-9]*)', 1) as whole,
            regexp_extract({{ text }}, r'\.([0-9]*)', 1) as fraction,
            coalesce(try_cast(regexp_extract({{ text }}, '[eE]([+-]?[0-9]+)$', 1) as int), 0) as exponent
        )),
        number -> struct(concat(number.whole, number.fraction) as digits, length(number.whole) + number.exponent as point)
    ), number -> struct(
        regexp_replace(case
            when number.point <= 0 then ''
            when number.point >= length(number.digits) then concat(number.digits, repeat('0', number.point - length(number.digits)))
            else left(number.digits, number.point)
        end, '^0+', '') as whole,
        regexp_replace(case
            when number.point >= length(number.digits) then ''
            when number.point <= 0 then concat(repeat('0', -number.point), number.digits)
            else substring(number.digits, number.point + 1)
        end, '0+$', '') as fraction
    )), number -> case
        when number.whole = '' and number.fraction = '' then '0'
        else concat(
            if(startswith({{ text }}, '-'), '-', ''),
            if(number.whole = '', '0', number.whole),
            if(number.fraction = '', '', concat('.', number.fraction))
        )
    end), 0)
{%- endmacro %}
