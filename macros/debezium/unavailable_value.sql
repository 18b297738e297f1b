{#-
    The values that Debezium writes for a column which the source did not send: its placeholder `__debezium_unavailable_value` as text, as bytes in base64 (no digit of it differs in the URL-safe
    alphabet) or in hexadecimal digits, in an array of texts, of bytes, of the bytes' numbers (also with a fraction, as decimals, or as booleans that are true), as a hstore, as a UUID in an array, and the
    points that stand for geometries (Debezium, PostgreSQL connector, toasted values; its class UnchangedToastedPlaceholder); and its references to values that are stored elsewhere, from which the
    value cannot be known (S3LargeMessagePostProcessor).

    whole: whether the pattern is of a value as a whole, not of a text that may hold one. references_alone: whether it is only that of a reference to a value that is stored elsewhere. Renders a
    SQL literal of a regular expression.
-#}
{% macro unavailable_value(whole=false, references_alone=false) -%}
    {%- set text, bytes, numbers = '__debezium_unavailable_value', 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==', [] -%}
    {%- set reference, reference_bytes = '__debezium:s3:ref:v1:', 'X19kZWJleml1bTpzMzpyZWY6djE6' -%}
    {%- for byte in text.encode() -%}{%- do numbers.append(byte | string) -%}{%- endfor -%}
    {%- set hex, reference_hex = text.encode().hex(), reference.encode().hex() -%}
    {%- set of_bits = '(true, ?){' ~ (text | length - 1) ~ '}true' -%}
    {%- set of_decimals = 'Xw==", ?"Xw==", ?"ZA==' -%}
    {%- set wkb = ['AQEAACDmEAAAAAAA/IPXl8EAAAD8g9eXwQ==', 'AQEAACDmEAAADCHn/f9/ZkAYQs77/39WQA=='] -%}
    {%- if references_alone -%}
    r'^(?:{{ reference }}|{{ reference_bytes }}|(?i:{{ reference_hex }}))'
    {%- elif whole -%}
    r'^(\["?|\{")?({{ text }}|{{ bytes }}|(?i:{{ hex }})|{{ numbers | join('"?, ?"?') }}|{{ of_bits }}|{{ of_decimals }}(", ?"[^"]{2}==){{ '{' ~ (text | length - 3) ~ '}' }}|b68a35a7-17ad-35b3-af2a-ae46edb4545a)("?\]|":"{{ text }}"\})?$|"wkb":"({{ wkb | join('|') | replace('+', '\\+') }})"|^(?:{{ reference }}|{{ reference_bytes }}|(?i:{{ reference_hex }}))'
    {%- else -%}
    {#- What two of them begin with is looked for once. #}
    r'{{ text[:10] }}(?:{{ text[10:] }}|{{ reference[10:] }})|{{ bytes[:13] }}(?:{{ bytes[13:] }}|{{ reference_bytes[13:] }})|(?i:{{ hex[:20] }}(?:{{ hex[20:] }}|{{ reference_hex[20:] }}))|{{ numbers[:12] | join('(\\.0)?"?, ?"?') }}|{{ of_bits }}|{{ of_decimals }}|b68a35a7-17ad-35b3-af2a-ae46edb4545a|{{ wkb | join('|') | replace('+', '\\+') }}'
    {%- endif -%}
{%- endmacro %}
