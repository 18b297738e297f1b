{#-
    Whether a text may hold what Debezium writes for a value that the source did not send (see `unavailable_value`). A regular expression looks at every character of a message in many ways, a
    plain text is found in a tenth of the time: only texts with the beginning of a notation are looked at closer.

    text: SQL expression of text. Renders a SQL condition.
-#}
{% macro may_hold_unavailable_value(text) -%}
    {%- set beginnings = [
        '__debezium', 'X19kZWJleml1b', '5f5f646562657a69756d', '5F5F646562657A69756D', '95,95', '95, 95', '95.0', '"95"', 'true,true,true', 'true, true, true', 'Xw==', 'b68a35a7-17ad', 'AQEAACDmEAAA'
    ] -%}
    (
        {%- for beginning in beginnings %}
        contains({{ text }}, '{{ beginning }}'){{ ' or' if not loop.last }}
        {%- endfor %}
    ) and {{ text }} rlike {{ rosetta_cdc.unavailable_value() }}
{%- endmacro %}
