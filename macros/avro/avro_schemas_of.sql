{#- The numbers of the schemas of one layout, joined by commas; 0, which none has, where there is none. schemas: see `avro_schemas`. layout: drs, dts or ogg. -#}
{% macro avro_schemas_of(schemas, layout) -%}
    {{ rosetta_cdc.of_avro_schemas(schemas | selectattr('layout', 'equalto', layout) | map(attribute='number') | join(', ') or 0) }}
{%- endmacro %}
