{#-
    True where a JSON text may hold a number that Spark would write anew: one with a fraction or an exponent, or a minus zero, as the value
    of a key or the element of an array. (Spark keeps all other integers as they are.)

    May hit inside a string that looks like a list ("1, 2.5"), not inside a time (a digit before the colon): every row has times, and to
    quote a message costs half as much again as this test.
-#}
{% macro may_lose_digits(text) -%}
    {{ text }} rlike r'[:,\[](?=\s*+(?:-?+[0-9]++[.eE]|-0))(?<![0-9]:)'
{%- endmacro %}
