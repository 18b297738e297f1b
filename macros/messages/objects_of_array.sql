{#-
    The objects of a JSON array as array<map<string,string>>, null in the place of an element that is no object.
    text: JSON text of an array. An element that is a string stays broken, even if its text looks like an object.
-#}
{% macro objects_of_array(text) -%}
    zip_with(
        from_json({{ text }}, 'array<string>', {{ rosetta_cdc.json_options() }}),
        from_json({{ text }}, 'array<variant>', {{ rosetta_cdc.json_options() }}),
        (element, typed) -> case
            when schema_of_variant(typed) like 'OBJECT%' then from_json(element, 'map<string, string>', {{ rosetta_cdc.json_options() }})
        end
    )
{%- endmacro %}
