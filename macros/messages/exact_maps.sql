{#-
    Objects of a JSON text as map<string,string>, numbers as sent, also those within nested objects and arrays. Renders a struct with a field for each.

    text: SQL expression of the JSON text, of which `has_nested_numbers` holds. fields: names of the fields that hold the objects.
    A second parse, for the few messages that need it: numbers get a mark with their quotes, a code point that is no character, and lose both afterwards.
-#}
{% macro exact_maps(text, fields) -%}
    get(transform(
        array(from_json({{ rosetta_cdc.quote_numbers(text, mark='\\ufdd0') }}, '`{{ fields | join('` map<string, string>, `') }}` map<string, string>', {{ rosetta_cdc.json_options() }})),
        marked -> named_struct(
            {%- for field in fields %}
            '{{ field }}', transform_values(
                marked.`{{ field }}`,
                (k, v) -> if(startswith(v, '\ufdd0'), substring(v, 2), regexp_replace(v, '"\ufdd0([^"]*)"', '$1'))
            ){{ ',' if not loop.last }}
            {%- endfor %}
        )
    ), 0)
{%- endmacro %}
