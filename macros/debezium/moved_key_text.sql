{#-
    The text of a key before it changed, as both records of the move can tell it (see `debezium_rows`): SQL expression of text. The header of one record and the key of the other may be written by two
    converters: a number as text, a decimal as its digits or as base64, a UUID in capitals.
    (Kafka Connect, SimpleHeaderConverter, the default, writes a decimal's digits; JsonConverter base64.)

    key: SQL expression of map<string,string>. beside: that of the key after the change in the same record, which is in the other notation: what tells of a text that it is base64, and its scale.
-#}
{% macro moved_key_text(key, beside) -%}
    {%- set is_numeral = "rlike r'^[+-]?[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?$'" -%}
    {%- set of_scale = "concat('debezium:org.apache.kafka.connect.data.decimal(scale=', length(regexp_extract(" ~ beside ~ "[k], '[.]([0-9]+)$', 1)), ')')" -%}
    to_json(array_sort(map_entries(transform_values(
        transform_values({{ key }}, (k, v) -> case
            when v {{ is_numeral }} then v
            when startswith(v, '{"scale":') then coalesce({{ rosetta_cdc.number_text('v', "'debezium:io.debezium.data.variablescaledecimal'") }}, v)
            when {{ beside }}[k] {{ is_numeral }} and v rlike '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' then coalesce({{ rosetta_cdc.number_text('v', of_scale) }}, v)
            else v
        end),
        (k, v) -> case
            when v {{ is_numeral }} then {{ rosetta_cdc.canonical_numeral('v') }}
            when v rlike '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then lower(v)
            else v
        end
    ))))
{%- endmacro %}
