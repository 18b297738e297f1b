{#-
    Envelope fields that have no column of their own, as map<string,string>: key is the field's path in the message,
    value the text as sent. Fields that are null or absent are left out (before the map is built: most of them are absent).

    fields: dict of path -> SQL expression of text.
-#}
{% macro metadata(fields) -%}
    map_from_entries(filter(
        array(
            {%- for path, value in fields.items() %}
            struct('{{ path }}' as key, {{ value }} as value){{ ',' if not loop.last }}
            {%- endfor %}
        ),
        field -> field.value is not null
    ))
{%- endmacro %}
