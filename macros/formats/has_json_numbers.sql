{#- Condition that the images of a message may hold JSON numbers, as its format is declared. formats: codes of those that there are. Needs source_format. -#}
{% macro has_json_numbers(formats) -%}
    {{ return(adapter.dispatch('has_json_numbers', 'rosetta_cdc')(formats)) }}
{%- endmacro %}

{#- What `has_json_numbers` does where no project overrides it. -#}
{% macro default__has_json_numbers(formats) -%}
    {%- set with_numbers = formats | select('in', rosetta_cdc.formats_with('json_numbers')) | list -%}
    {%- if with_numbers | length in (0, formats | length) -%}
        {{ 'true' if with_numbers else 'false' }}
    {%- else -%}
        source_format in ('{{ with_numbers | join("', '") }}')
    {%- endif -%}
{%- endmacro %}
