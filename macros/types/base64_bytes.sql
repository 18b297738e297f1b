{#-
    Bytes of a text in base64, with or without line ends; null for any other text, also for one that is cut: Spark reads it without its last characters, too.
    text: SQL expression. Renders an expression of binary.
-#}
{% macro base64_bytes(text) -%}
    case when length(translate({{ text }}, '\r\n', '')) % 4 = 0 then try_to_binary(translate({{ text }}, '\r\n', ''), 'base64') end
{%- endmacro %}
