{#-
    The numbers of the schemas of some layouts, joined by commas; 0, which none has, where there is none. schemas: see `avro_schemas`. layout: drs, dts, ogg, debezium, row or key, or a list of
    several.
-#}
{% macro avro_schemas_of(schemas, layout) -%}
    {{ rosetta_cdc.of_avro_schemas(schemas | selectattr('layout', 'in', [layout] if layout is string else layout) | map(attribute='number') | join(', ') or 0) }}
{%- endmacro %}
