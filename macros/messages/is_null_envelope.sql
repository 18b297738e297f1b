{#- True where the message is dtle's tombstone, the text of an envelope whose schema and payload are null. Needs message_text. -#}
{% macro is_null_envelope() -%}
    message_text rlike r'^\s*\{\s*"schema"\s*:\s*null\s*,\s*"payload"\s*:\s*null\s*\}\s*$'
{%- endmacro %}
