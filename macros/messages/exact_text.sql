{#-
    Returns the text to parse so that no digit is lost.

    numbers: SQL condition that holds where the format's images hold JSON numbers; `true` where every format of the model does. Those messages are
    quoted. Elsewhere the vendor sends every value as text (DTS, DRS); only a message that seems to break that promise is quoted.
    To quote one without need changes nothing.
-#}
{% macro exact_text(text, numbers) -%}
    {{ return(adapter.dispatch('exact_text', 'rosetta_cdc')(text, numbers)) }}
{%- endmacro %}

{#- What `exact_text` does where no project overrides it. -#}
{% macro default__exact_text(text, numbers) -%}
    {%- if numbers == 'true' -%}
    {{ rosetta_cdc.quote_numbers(text) }}
    {%- else -%}
    case
        when {{ numbers ~ ' or ' if numbers != 'false' }}{{ rosetta_cdc.may_lose_digits(text) }} then {{ rosetta_cdc.quote_numbers(text) }}
        else {{ text }}
    end
    {%- endif -%}
{%- endmacro %}
