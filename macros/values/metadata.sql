{#-
    Envelope fields that have no column of their own, as map<string,string>: key is the field's path in the message,
    value the text as sent. Fields that are null or absent are left out (before the map is built: most of them are absent).

    Without a lambda: Spark interprets a lambda's argument, here all fields, and does not fuse a step that has one.

    fields: dict of path -> SQL expression of text.
-#}
{% macro metadata(fields) -%}
    {{ return(adapter.dispatch('metadata', 'rosetta_cdc')(fields)) }}
{%- endmacro %}

{#- What `metadata` does where no project overrides it. -#}
{% macro default__metadata(fields) -%}
    {%- set absent = 'cast(array() as array<struct<key string, value string>>)' -%}
    map_from_entries(concat(
        {%- for path, value in fields.items() %}
        if({{ value }} is null, {{ absent }}, array(struct('{{ path }}' as key, {{ value }} as value))){{ ',' if not loop.last }}
        {%- endfor %}
    ))
{%- endmacro %}
