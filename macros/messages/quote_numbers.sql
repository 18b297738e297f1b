{#-
    Quotes the numbers of a JSON text that Spark would write anew, where they stand outside a string, so that a parser keeps their digits.

    mark: text between the opening quote and the number, by which it can be told from a string (see `exact_maps`).

    Spark's JSON functions write fractions and exponents anew through a double (1.10 becomes 1.1) and give up
    on numbers of more than 1,000 digits. A number in quotes is text to them and comes through untouched.
    Numbers that they write as they are (whole numbers, and fractions such as 2.5, see `plain_number`) stay numbers, also within arrays and objects.
    Literals that are no JSON numbers (01, 1-1) stay as they are, so that a broken text stays broken.

    Shapes: text -> text. Linear in time and stack, whatever the text.
-#}
{% macro quote_numbers(text, mark='') -%}
    {%- set string = '"(?>[^"\\\\]*)(?:\\\\.(?>[^"\\\\]*))*+"' -%}
    regexp_replace(
        {{ text }},
        r'(?s)\G((?>[^"\-0123456789]*)(?:(?:{{ string }}|{{ rosetta_cdc.plain_number() }}(?=[\s,\]}]))(?>[^"\-0123456789]*))*+)(-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+(?=[\s,\]}]))',
        '$1"{{ mark }}$2"'
    )
{%- endmacro %}
