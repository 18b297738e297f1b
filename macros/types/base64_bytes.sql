{#-
    Bytes of a text in base64, with or without line ends, in the alphabet of MIME or of URLs (Debezium, `binary.handling.mode` base64-url-safe); null for any other text, also for one that is cut:
    Spark reads it without its last characters, too.
    text: SQL expression. Renders an expression of binary.
-#}
{% macro base64_bytes(text) -%}
    case when length(translate({{ text }}, '\r\n', '')) % 4 = 0 then try_to_binary(translate({{ text }}, '-_\r\n', '+/'), 'base64') end
{%- endmacro %}
