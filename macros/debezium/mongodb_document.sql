{#-
    The fields of a MongoDB document: map<string,string>, values as sent, those of BSON types beyond JSON's as their Extended JSON text (MongoDB, Extended JSON, version 1 and 2).
    text: SQL expression of the document's JSON text.
-#}
{% macro mongodb_document(text) -%}
    {#- Numbers keep their digits, also those within arrays and documents below. -#}
    case
        when {{ rosetta_cdc.may_lose_digits(text) }} and {{ text }} not rlike r'(?i)\x{FDD0}|\\uFDD0'
            then {{ rosetta_cdc.exact_maps("concat('{\"document\":', " ~ text ~ ", '}')", ['document']) }}.document
        else from_json({{ text }}, 'map<string, string>', {{ rosetta_cdc.json_options() }})
    end
{%- endmacro %}
