{#- True where a JSON text is dtle's tombstone: an envelope whose schema and payload are null. -#}
{% macro is_null_envelope(text) -%}
    {{ text }} rlike r'^\s*\{\s*"schema"\s*:\s*null\s*,\s*"payload"\s*:\s*null\s*\}\s*$'
{%- endmacro %}
