{#- Join condition: two relations speak of the same record of raw. one, other: their aliases. -#}
{% macro same_record(one, other) -%}
    {%- for name in rosetta_cdc.record_identity() -%}
        {{ one }}.{{ name }} = {{ other }}.{{ name }}{{ ' and ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}
