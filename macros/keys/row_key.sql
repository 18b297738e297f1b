{#-
    The text of a primary key: `name=value` pairs sorted by name and joined by `&`, escaped so that no two keys collide;
    NULL is `\N`, the empty text is empty. A number of a declared type of numbers or times is its canonical numeral, a time of a declared type is its `canonical_instant`, and a UUID of a declared
    type has small letters: tools, and versions of one tool, write them differently (Debezium, DBZ-5996). Every other value is as sent (`01` stays `01`).

    primary_key, column_types: map<string,string>. Returns text, null for a null key.
-#}
{% macro row_key(primary_key, column_types) -%}
    {{ return(adapter.dispatch('row_key', 'rosetta_cdc')(primary_key, column_types)) }}
{%- endmacro %}

{#- What `row_key` does where no project overrides it. -#}
{% macro default__row_key(primary_key, column_types) -%}
    {%- set canonical = "rlike '^(?:0|-?[1-9][0-9]*)$'" -%}
    {%- set name = 'get(map_keys(' ~ primary_key ~ '), 0)' -%}
    {%- set value = 'get(map_values(' ~ primary_key ~ '), 0)' -%}
    case
        {#- Most keys are one whole number: no lambda, which Spark interprets. #}
        when size({{ primary_key }}) = 1 and {{ value }} {{ canonical }} then concat({{ rosetta_cdc.escape_key_text(name) }}, '=', {{ value }})
        else array_join(transform(
            sort_array(map_keys({{ primary_key }})),
            n -> concat({{ rosetta_cdc.escape_key_text('n') }}, '=', case
                when {{ primary_key }}[n] is null then r'\N'
                when {{ primary_key }}[n] {{ canonical }} then {{ primary_key }}[n]
                when {{ primary_key }}[n] rlike r'^[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?$'
                    and lower({{ column_types }}[n]) rlike
                    r'^(?:unsigned )?(?:tinyint|smallint|mediumint|int|integer|bigint|int8|int16|int32|int64|long|short|serial|bigserial|decimal|numeric|number|dec|fixed|float|float32|float64|double|real|date|time|timestamp|datetime)\b'
                    then {{ rosetta_cdc.canonical_numeral(primary_key ~ '[n]') }}
                when {{ primary_key }}[n] rlike '^[0-9]{4,}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}' and lower({{ column_types }}[n]) rlike 'timestamp|datetime|time zone'
                    then {{ rosetta_cdc.canonical_instant(primary_key ~ '[n]') }}
                when {{ primary_key }}[n] rlike '^[{]?[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}[}]?$' and lower({{ column_types }}[n]) rlike 'uuid|uniqueidentifier'
                    then regexp_replace(lower({{ primary_key }}[n]), '[{}-]', '')
                else {{ rosetta_cdc.escape_key_text(primary_key ~ '[n]') }}
            end)
        ), '&')
    end
{%- endmacro %}
