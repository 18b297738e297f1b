{#-
    An exact number. Renders an expression of decimal(precision, scale); null for what is no number, and for one that does not fit: no digit is rounded.
    value, encoding: SQL expressions of the text and of `format:declared type`. precision: 1 to 38. scale: 0 to precision.
-#}
{% macro decimal_value(value, encoding, precision, scale) -%}
    {%- set whole = precision - scale -%}
    {%- set fits = '^-?' ~ ('[0-9]{1,' ~ whole ~ '}' if whole else '0') ~ ('([.][0-9]{1,' ~ scale ~ '})?' if scale) ~ '$' -%}
    case
        when {{ value }} rlike '{{ fits }}' and not {{ rosetta_cdc.is_encoded_as(encoding, rosetta_cdc.encoded_numbers()) }}
            then try_cast({{ value }} as decimal({{ precision }}, {{ scale }}))
        else get(transform(
            transform(array({{ rosetta_cdc.number_text(value, encoding) }}), n -> {{ rosetta_cdc.canonical_numeral('n') }}),
            n -> case when n rlike '{{ fits }}' then try_cast(n as decimal({{ precision }}, {{ scale }})) end
        ), 0)
    end
{%- endmacro %}
