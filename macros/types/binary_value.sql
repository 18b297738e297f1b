{#-
    Bytes: from base64, from a list of signed or unsigned bytes, from text of one character a byte, or from hexadecimal digits (with `0x` before them or without), as the encoding has it. Renders an
    expression of binary; null for text that is none of its notation, and where the notation is not known (see `is_encoded_as`).
    value, encoding: SQL expressions of the text and of `format:declared type`.
-#}
{% macro binary_value(value, encoding) -%}
    case
        when {{ rosetta_cdc.is_encoded_as(encoding, ['base64', 'little-endian bits']) }} then {{ rosetta_cdc.base64_bytes(value) }}
        when {{ rosetta_cdc.is_encoded_as(encoding, ['byte list']) }} and {{ value }} rlike r'^\[\s*(-?[0-9]{1,3}\s*(,\s*-?[0-9]{1,3}\s*)*)?\]$' then case
            when not exists(regexp_extract_all({{ value }}, '-?[0-9]+', 0), b -> cast(b as int) not between -128 and 255)
                then unhex(array_join(transform(regexp_extract_all({{ value }}, '-?[0-9]+', 0), b -> right(hex(cast(b as int) + 256), 2)), ''))
        end
        when {{ rosetta_cdc.is_encoded_as(encoding, ['latin-1']) }} and {{ value }} rlike r'^[\x{0}-\x{ff}]*$' then encode({{ value }}, 'ISO-8859-1')
        when {{ rosetta_cdc.is_encoded_as(encoding, ['hex']) }} and {{ value }} rlike '^(0[xX])?([0-9a-fA-F]{2})*$' then unhex(regexp_replace({{ value }}, '^0[xX]', ''))
    end
{%- endmacro %}
