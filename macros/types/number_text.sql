{#-
    The numeral that a value of a number, BIT or boolean column stands for, `-12.5` or `1e3`; null for what is no number in its encoding.
    value, encoding: SQL expressions of the text and of `format:declared type`. Renders an expression of string; of any number of digits.
-#}
{% macro number_text(value, encoding) -%}
    case
        when {{ rosetta_cdc.is_encoded_as(encoding, ['unscaled number', 'scaled number']) }} then {{ rosetta_cdc._unscaled_number(value, encoding) }}
        when {{ rosetta_cdc.is_encoded_as(encoding, ['little-endian bits']) }}
            {#- Debezium leaves out bytes of zeros at the end: of zeros alone, all. #}
            then if({{ value }} = '', '0', {{ rosetta_cdc._unsigned_number("array_join(reverse(regexp_extract_all(hex(" ~ rosetta_cdc.base64_bytes(value) ~ "), '..', 0)), '')") }})
        when {{ rosetta_cdc.is_encoded_as(encoding, ['bits']) }} and not {{ value }} rlike '^[0-9]+$' then {{ rosetta_cdc._unsigned_number('hex(' ~ rosetta_cdc.base64_bytes(value) ~ ')') }}
        {#- Before OMS 3.3.0 BIT was a number. Four digits or eight may also be base64 of three bytes or six: then only a type given by hand tells. #}
        when {{ rosetta_cdc.is_encoded_as(encoding, ['bits']) }} and length({{ value }}) % 4 = 0 then null
        {#- dtle writes BIGINT UNSIGNED as a signed number and does not say so; the type is given by hand. #}
        when {{ rosetta_cdc.is_encoded_as(encoding, ['wrapped number']) }} and {{ value }} rlike '^-[0-9]{1,19}$'
            then cast(cast({{ value }} as decimal(20, 0)) + 18446744073709551616BD as string)
        when {{ value }} rlike '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?$' then {{ value }}
        when lower({{ value }}) in ('true', 'false') then if(lower({{ value }}) = 'true', '1', '0')
    end
{%- endmacro %}

{#- Digits of an unsigned number. digits: SQL expression of its hexadecimal digits, two a byte. -#}
{% macro _unsigned_number(digits) -%}
    get(transform(array({{ digits }}), digits -> case
        when length(digits) between 1 and 16 then conv(digits, 16, 10)
        when length(digits) > 16 then {{ rosetta_cdc._decimal_digits('digits', '0') }}
    end), 0)
{%- endmacro %}

{#-
    Numeral of a Connect decimal: base64 of the unscaled number, big-endian two's complement; its scale is a parameter of the type, or stands beside it (`{"scale":2,"value":"AQ=="}`,
    Debezium's VariableScaleDecimal). Of up to 64 bits by `conv`, of more digit by digit: 15 decimal digits a limb, lowest limb first. Null without a scale of one to three digits.
-#}
{% macro _unscaled_number(value, encoding) -%}
    get(transform(
        array(if(
            {{ rosetta_cdc.is_encoded_as(encoding, ['scaled number']) }},
            struct(get_json_object({{ value }}, '$.value') as digits, get_json_object({{ value }}, '$.scale') as scale),
            struct({{ value }} as digits, regexp_extract(lower({{ encoding }}), '[(, ]scale=(-?[0-9]+)', 1) as scale)
        )),
        sent -> get(transform(
            array(hex({{ rosetta_cdc.base64_bytes('sent.digits') }})),
            digits -> concat(
                case
                    when not sent.scale rlike '^-?[0-9]{1,3}$' then null
                    when length(digits) between 1 and 16
                        then conv(lpad(digits, 16, if(digits >= '8', 'F', '0')), 16, -10)
                    {#- A negative number is minus what its bits, turned, stand for plus one. #}
                    when length(digits) > 16 then concat(
                        if(digits >= '8', '-', ''),
                        {{ rosetta_cdc._decimal_digits("if(digits >= '8', translate(digits, '0123456789ABCDEF', 'FEDCBA9876543210'), digits)", "if(digits >= '8', 1, 0)") }}
                    )
                end,
                'E',
                -try_cast(sent.scale as int)
            )
        ), 0)
    ), 0)
{%- endmacro %}

{#- Decimal digits of a hexadecimal number of any length. digits: SQL expression. plus: SQL expression of a small number that is added to it. -#}
{% macro _decimal_digits(digits, plus) -%}
    array_join(reverse(aggregate(
        regexp_extract_all({{ digits }}, '..', 0),
        array(cast(0 as bigint)),
        (limbs, byte) -> aggregate(
            limbs,
            struct(array_repeat(cast(0 as bigint), 0) as done, cast(conv(byte, 16, 10) as bigint) as carried),
            (state, limb) -> struct(
                array_append(state.done, (limb * 256 + state.carried) % 1000000000000000) as done,
                (limb * 256 + state.carried) div 1000000000000000 as carried
            ),
            state -> if(state.carried > 0, array_append(state.done, state.carried), state.done)
        ),
        limbs -> transform(aggregate(
            limbs,
            struct(array_repeat(cast(0 as bigint), 0) as done, cast({{ plus }} as bigint) as carried),
            (state, limb) -> struct(
                array_append(state.done, (limb + state.carried) % 1000000000000000) as done,
                (limb + state.carried) div 1000000000000000 as carried
            ),
            state -> if(state.carried > 0, array_append(state.done, state.carried), state.done)
        ), limb -> lpad(cast(limb as string), 15, '0'))
    )), '')
{%- endmacro %}
