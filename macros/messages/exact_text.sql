{#-
    Returns the text to parse so that no digit is lost: numbers that Spark would write anew stand in quotes. Few messages have one, and to look costs less than to quote.
-#}
{% macro exact_text(text) -%}
    {{ return(adapter.dispatch('exact_text', 'rosetta_cdc')(text)) }}
{%- endmacro %}

{#- What `exact_text` does where no project overrides it. -#}
{% macro default__exact_text(text) -%}
    case when {{ rosetta_cdc.may_lose_digits(text) }} then {{ rosetta_cdc.quote_numbers(text) }} else {{ text }} end
{%- endmacro %}
