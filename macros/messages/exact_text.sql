{#-
    Returns the text to parse so that no digit is lost.

    numbers = 'json': the format's images hold JSON numbers, every message is quoted.
    numbers = 'text': the vendor sends every value as text (DTS, DRS). A message that breaks the promise must hold
    a number with a fraction or exponent, or a minus zero, after a colon, comma or bracket; only such a message is quoted.
    (Spark keeps all other integers as they are.) The test may hit inside a string; then the message is quoted
    without need, which changes nothing.
-#}
{% macro exact_text(text, numbers) -%}
    {%- if numbers == 'json' -%}
    {{ quote_numbers(text) }}
    {%- elif numbers == 'text' -%}
    case
        when {{ text }} rlike r'[:,\[]\s*+(?:-?+[0-9]++[.eE]|-0)' then {{ quote_numbers(text) }}
        else {{ text }}
    end
    {%- else -%}
    {{ exceptions.raise_compiler_error("exact_text: numbers is 'json' or 'text', not '" ~ numbers ~ "'") }}
    {%- endif -%}
{%- endmacro %}
