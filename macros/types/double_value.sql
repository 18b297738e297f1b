{#-
    The floating point number nearest to a text, or NaN and the infinities by their names. Renders an expression of the type; null for what is no number and
    for one beyond its range. value, encoding: SQL expressions of the text and of `format:declared type`. type: `double` or `float`.
-#}
{% macro double_value(value, encoding, type) -%}
    case
        {#- Of so few digits that it is in the range of both types. #}
        when {{ value }} rlike '^-?[0-9]{1,38}([.][0-9]*)?$' and not {{ rosetta_cdc.is_encoded_as(encoding, rosetta_cdc.encoded_numbers()) }} then try_cast({{ value }} as {{ type }})
        when lower({{ value }}) in ('nan', 'inf', 'infinity', '+infinity', '-inf', '-infinity') then try_cast({{ value }} as {{ type }})
        else get(filter(array(try_cast({{ rosetta_cdc.number_text(value, encoding) }} as {{ type }})), n -> abs(n) < cast('Infinity' as {{ type }})), 0)
    end
{%- endmacro %}
