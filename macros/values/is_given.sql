{#- True where an envelope field holds a value: not absent, not null, not one of the vendors' sentinels -1, 0, `null` and the empty text. -#}
{% macro is_given(text) -%}
    {{ return(adapter.dispatch('is_given', 'rosetta_cdc')(text)) }}
{%- endmacro %}

{#- What `is_given` does where no project overrides it. -#}
{% macro default__is_given(text) -%}
    coalesce({{ text }} not in ('-1', '0', 'null', ''), false)
{%- endmacro %}
