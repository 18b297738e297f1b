{#-
    What decodes the records in the schemas of one layout: list of dicts of numbers (those of schemas with one text, joined by commas), schema, payload.

    schemas: see `avro_schemas`. layout: drs, dts or ogg. Equal schemas are decoded in one place.
-#}
{% macro avro_decoders(schemas, layout) %}
    {%- set decoders = [] -%}
    {%- for payload, same_payload in schemas | selectattr('layout', 'equalto', layout) | groupby('payload') -%}
        {%- for schema, same in same_payload | groupby('schema') -%}
            {%- do decoders.append({'numbers': same | map(attribute='number') | join(', '), 'schema': schema, 'payload': payload}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(decoders) }}
{% endmacro %}
