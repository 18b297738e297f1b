{#-
    What decodes the records in the schemas of one layout: list of dicts of numbers (those of schemas with one text, joined by commas), schema, payload.

    schemas: see `avro_schemas`. layout: drs or dts. Equal schemas are decoded in one place, for a view of the embedded metastore holds no more than 32,000
    characters; a warning says so where they are about to be exceeded.
-#}
{% macro avro_decoders(schemas, layout) %}
    {%- set decoders = [] -%}
    {%- for payload, same_payload in schemas | selectattr('layout', 'equalto', layout) | groupby('payload') -%}
        {%- for schema, same in same_payload | groupby('schema') -%}
            {%- do decoders.append({'numbers': same | map(attribute='number') | join(', '), 'schema': schema, 'payload': payload}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set length = decoders | map(attribute='schema') | join | length -%}
    {%- if length > 24000 -%}
        {%- do exceptions.warn(
            'The seed cdc_avro_schemas has ' ~ decoders | length ~ ' different schemas with the fields of ' ~ layout ~ ', ' ~ length
            ~ ' characters in all. A view of the embedded metastore holds 32,000: if it is refused, use a metastore in a database (README, On a cluster).'
        ) -%}
    {%- endif -%}
    {{ return(decoders) }}
{% endmacro %}
