{#-
    The floating point number nearest to a text, or NaN and the infinities by their names. Renders an expression of the type; null for what is no number and
    for one beyond its range. value, encoding: SQL expressions of the text and of `format:declared type`. type: `double` or `float`.
-#}
{% macro double_value(value, encoding, type) -%}
    case
        when lower({{ value }}) in ('nan', 'inf', 'infinity', '+infinity', '-inf', '-infinity') then try_cast({{ value }} as {{ type }})
        else nullif(nullif(
            try_cast({{ number_text(value, encoding) }} as {{ type }}),
            cast('Infinity' as {{ type }})
        ), cast('-Infinity' as {{ type }}))
    end
{%- endmacro %}
