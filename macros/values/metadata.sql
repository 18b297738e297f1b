{#-
    Envelope fields that have no column of their own, as map<string,string>: key is the field's path in the message,
    value the text as sent. Fields that are null or absent are left out.

    fields: dict of path -> SQL expression of text.
-#}
{% macro metadata(fields) -%}
    map_filter(
        map(
            {%- for path, value in fields.items() %}
            '{{ path }}', {{ value }}{{ ',' if not loop.last }}
            {%- endfor %}
        ),
        (k, v) -> v is not null
    )
{%- endmacro %}
