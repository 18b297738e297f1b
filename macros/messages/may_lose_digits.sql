{#-
    True where a JSON text may hold a number that Spark would write anew (see `plain_number`), as the value of a key or the element of an array.

    May hit inside a string that looks like a list ("1, 2.50"), hardly inside a time (a digit before the colon): every row has times, and to
    quote a message costs twice as much as this test.
-#}
{% macro may_lose_digits(text) -%}
    {{ text }} rlike r'[:,\[](?=\s*+-?+[0-9])(?<![0-9]:)(?!\s*+{{ rosetta_cdc.plain_number() }}(?![0-9.eE]))'
{%- endmacro %}
