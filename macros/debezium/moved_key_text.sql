{#-
    The text of a key before it changed, as both records of the move can tell it (see `debezium_rows`): SQL expression of text. The header of one record and the key of the other may be written by two
    converters: a number as text, a decimal as its digits or as base64, a UUID in capitals. Decimals of more than 64 bits stay as they are.
    (Kafka Connect, SimpleHeaderConverter, the default, writes a decimal's digits; JsonConverter base64.)

    key: SQL expression of map<string,string>. beside: that of the key after the change in the same record, which is in the other notation: what tells of a text that it is base64, and its scale.
-#}
{% macro moved_key_text(key, beside) -%}
    {%- set is_numeral = "rlike r'^[+-]?[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?$'" -%}
    to_json(array_sort(map_entries(transform_values(
        transform_values({{ key }}, (k, v) -> coalesce(
            get(transform(
                array(case
                    when v {{ is_numeral }} then null
                    when startswith(v, '{"scale":') then struct(get_json_object(v, '$.value') as digits, get_json_object(v, '$.scale') as scale)
                    when {{ beside }}[k] {{ is_numeral }} then struct(v as digits, cast(length(regexp_extract({{ beside }}[k], '[.]([0-9]+)$', 1)) as string) as scale)
                end),
                sent -> get(transform(
                    array(hex(try_to_binary(sent.digits, 'base64'))),
                    bits -> if(length(bits) between 1 and 16, concat(conv(lpad(bits, 16, if(bits >= '8', 'F', '0')), 16, -10), 'E', -try_cast(sent.scale as int)), null)
                ), 0)
            ), 0),
            v
        )),
        (k, v) -> case
            when v {{ is_numeral }} then {{ rosetta_cdc.canonical_numeral('v') }}
            when v rlike '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then lower(v)
            else v
        end
    ))))
{%- endmacro %}
