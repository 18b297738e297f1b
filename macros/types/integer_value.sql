{#-
    A whole number of an integer, decimal, BIT, year or boolean column. Renders an expression of the type; null for any other text and for a number out of its range.
    value, encoding: SQL expressions of the text and of `format:declared type`. type: `tinyint`, `smallint`, `int` or `bigint`.
-#}
{% macro integer_value(value, encoding, type) -%}
    case
        when {{ value }} rlike '^-?[0-9]+$' and not {{ rosetta_cdc.is_encoded_as(encoding, rosetta_cdc.encoded_numbers()) }} then try_cast({{ value }} as {{ type }})
        else try_cast({{ rosetta_cdc._whole_numeral(rosetta_cdc.number_text(value, encoding)) }} as {{ type }})
    end
{%- endmacro %}

{#- The canonical numeral of a number if it has no fraction. number: SQL expression of a numeral. -#}
{% macro _whole_numeral(number) -%}
    get(transform(
        transform(array({{ number }}), n -> {{ rosetta_cdc.canonical_numeral('n') }}),
        n -> case when not contains(n, '.') then n end
    ), 0)
{%- endmacro %}
