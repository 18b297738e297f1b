{#-
    What `cdc_events` unites: dict of format code -> relation that has the format's rows, and `other` for what no format claims. Formats of one layout
    share a relation, so that they are read and planned together. A literal reference each, so that dbt's lineage holds them all.
-#}
{% macro staging_models() %}
    {%- set canal = ref('stg_layouts__canal') -%}
    {%- set oms_default = ref('stg_layouts__oms_default') -%}
    {%- set shareplex = ref('stg_layouts__shareplex') -%}
    {{ return({
        'dataworks_v1': ref('stg_dataworks__dataworks_v1'),
        'drs_json': canal,
        'drs_json_c': canal,
        'drs_avro': ref('stg_drs__drs_avro'),
        'oms_default': oms_default,
        'oms_default_extend': oms_default,
        'oms_canal': canal,
        'oms_dataworks_v2': ref('stg_oms__oms_dataworks_v2'),
        'oms_shareplex': shareplex,
        'dts_canal': canal,
        'dts_canal_legacy': canal,
        'dts_shareplex': shareplex,
        'dts_avro': ref('stg_layouts__dts_avro'),
        'dtle': ref('stg_dtle__dtle'),
        'canal': canal,
        'other': ref('stg_unclaimed__messages')
    }) }}
{% endmacro %}
