{#-
    Returns the text to parse so that no digit is lost.

    numbers: SQL condition that holds where the format's images hold JSON numbers; `true` where every format of the model does. Those messages are
    quoted. Elsewhere the vendor sends every value as text (DTS, DRS). A message that breaks that promise must hold
    a number with a fraction or exponent, or a minus zero, after a colon, comma or bracket; only such a message is quoted.
    (Spark keeps all other integers as they are.) The test may hit inside a string; then the message is quoted
    without need, which changes nothing.
-#}
{% macro exact_text(text, numbers) -%}
    {%- if numbers == 'true' -%}
    {{ quote_numbers(text) }}
    {%- else -%}
    case
        when {{ numbers ~ ' or ' if numbers != 'false' }}{{ text }} rlike r'[:,\[]\s*+(?:-?+[0-9]++[.eE]|-0)' then {{ quote_numbers(text) }}
        else {{ text }}
    end
    {%- endif -%}
{%- endmacro %}
