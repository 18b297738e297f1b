{#- A non-negative whole number of up to 38 digits as decimal(38,0), null for any other text. -#}
{% macro whole_number(text) -%}
    {{ return(adapter.dispatch('whole_number', 'rosetta_cdc')(text)) }}
{%- endmacro %}

{#- What `whole_number` does where no project overrides it. -#}
{% macro default__whole_number(text) -%}
    case when {{ text }} rlike '^[0-9]{1,38}$' then try_cast({{ text }} as decimal(38, 0)) end
{%- endmacro %}
