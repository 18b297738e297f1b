{#- True where a DDL text, after blanks and comments, is a TRUNCATE. -#}
{% macro is_truncate(ddl_text) -%}
    {{ return(adapter.dispatch('is_truncate', 'rosetta_cdc')(ddl_text)) }}
{%- endmacro %}

{#- What `is_truncate` does where no project overrides it. -#}
{% macro default__is_truncate(ddl_text) -%}
    coalesce({{ ddl_text }} rlike r'(?is)^(?:\s|/\*(?!!).*?\*/|--[^\n]*\n|#[^\n]*\n)*+truncate\b', false)
{%- endmacro %}
