{#- True where an envelope field holds a value: not absent, not null, not one of the vendors' sentinels -1, 0, `null` and the empty text. -#}
{% macro is_given(text) -%}
    coalesce({{ text }} not in ('-1', '0', 'null', ''), false)
{%- endmacro %}
