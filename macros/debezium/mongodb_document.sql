{#-
    The fields of a MongoDB document: map<string,string>, values as sent, those of BSON types beyond JSON's as their Extended JSON text (MongoDB, Extended JSON, version 1 and 2).
    text: SQL expression of the document's JSON text.
-#}
{% macro mongodb_document(text) -%}
    from_json({{ rosetta_cdc.exact_text(text, 'false') }}, 'map<string, string>', {{ rosetta_cdc.json_options() }})
{%- endmacro %}
