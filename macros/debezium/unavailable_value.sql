{#-
    The values that Debezium writes for a column which the source did not send: its placeholder `__debezium_unavailable_value` as text, as bytes in base64 (no digit of it differs in the URL-safe
    alphabet) or in hexadecimal digits, in an array of texts, of bytes, of the bytes' numbers (also with a fraction, as decimals, or as booleans that are true), as a hstore, as a UUID in an array, and the points that stand for geometries (Debezium, PostgreSQL connector, toasted values; its class UnchangedToastedPlaceholder).

    whole: whether the pattern is of a value as a whole, not of a text that may hold one. Renders a SQL literal of a regular expression.
-#}
{% macro unavailable_value(whole=false) -%}
    {%- set text, bytes, numbers = '__debezium_unavailable_value', 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', [] -%}
    {%- for byte in text.encode() -%}{%- do numbers.append(byte | string) -%}{%- endfor -%}
    {%- set hex = '(?i:' ~ text.encode().hex() ~ ')' -%}
    {%- set of_bits = '(true, ?){' ~ (text | length - 1) ~ '}true' -%}
    {%- set of_decimals = 'Xw==", ?"Xw==", ?"ZA==' -%}
    {%- set wkb = ['AQEAACDmEAAAAAAA/IPXl8EAAAD8g9eXwQ==', 'AQEAACDmEAAADCHn/f9/ZkAYQs77/39WQA=='] -%}
    {%- if whole -%}
    r'^(\["?|\{")?({{ text }}|{{ bytes }}|{{ hex }}|{{ numbers | join('"?, ?"?') }}|{{ of_bits }}|{{ of_decimals }}(", ?"[^"]{2}==){{ '{' ~ (text | length - 3) ~ '}' }}|b68a35a7-17ad-35b3-af2a-ae46edb4545a)("?\]|":"{{ text }}"\})?$|"wkb":"({{ wkb | join('|') | replace('+', '\\+') }})"'
    {%- else -%}
    r'{{ text }}|{{ bytes }}|{{ hex }}|{{ numbers[:12] | join('(\\.0)?"?, ?"?') }}|{{ of_bits }}|{{ of_decimals }}|b68a35a7-17ad-35b3-af2a-ae46edb4545a|{{ wkb | join('|') | replace('+', '\\+') }}'
    {%- endif -%}
{%- endmacro %}
