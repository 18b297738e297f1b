{#-
    The staging models that `cdc_events` unites: dict of format code -> relation, and `other` for what no format claims.
    A literal reference each, so that dbt's lineage holds them all.
-#}
{% macro staging_models() %}
    {{ return({
        'dataworks_v1': ref('stg_dataworks__dataworks_v1'),
        'drs_json': ref('stg_drs__drs_json'),
        'drs_json_c': ref('stg_drs__drs_json_c'),
        'oms_default': ref('stg_oms__oms_default'),
        'oms_default_extend': ref('stg_oms__oms_default_extend'),
        'oms_canal': ref('stg_oms__oms_canal'),
        'oms_dataworks_v2': ref('stg_oms__oms_dataworks_v2'),
        'oms_shareplex': ref('stg_oms__oms_shareplex'),
        'dts_canal': ref('stg_dts__dts_canal'),
        'dts_canal_legacy': ref('stg_dts__dts_canal_legacy'),
        'dts_shareplex': ref('stg_dts__dts_shareplex'),
        'dtle': ref('stg_dtle__dtle'),
        'canal': ref('stg_canal__canal'),
        'other': ref('stg_unclaimed__messages')
    }) }}
{% endmacro %}
