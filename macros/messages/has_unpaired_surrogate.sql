{#-
    True where a JSON text holds the escape of half a surrogate pair: no text can hold that character,
    and Spark would put a question mark in its place.
-#}
{% macro has_unpaired_surrogate(text) -%}
    regexp_replace(
        replace({{ text }}, r'\\', ''),
        r'\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}', ''
    ) rlike r'\\u[dD][89a-fA-F]'
{%- endmacro %}
