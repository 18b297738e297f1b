{#-
    The text of a key before it changed, as both records of the move can tell it (see `debezium_rows`): SQL expression of text. A header writes a number or a UUID in another notation than the key where
    another converter writes it.
    key: SQL expression of map<string,string>.
-#}
{% macro moved_key_text(key) -%}
    to_json(array_sort(map_entries(transform_values({{ key }}, (k, v) -> case
        when v rlike r'^[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?$' then {{ rosetta_cdc.canonical_numeral('v') }}
        when v rlike '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then lower(v)
        else v
    end))))
{%- endmacro %}
