{{ config(
    materialized='incremental',
    incremental_strategy='append',
    on_schema_change='append_new_columns',
    partition_by=['landed_date'],
    tblproperties={
        'delta.dataSkippingStatsColumns':
            'kafka_topic,kafka_partition,kafka_offset,landing_id,load_id,table_id,event_kind,row_key,committed_at'
    }
) }}

{#- One entry a staging model, so that the lineage holds them all; which of them a run reads is decided when it starts. -#}
{% set models = {
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
} %}
-- depends_on: {{ ref('recognised_messages') }}

with

arrived as (
    {{ unite_formats(models, other=ref('stg_unclaimed__messages')) }}
)

select
    {%- for name in event_columns() %}
    {{ name }}{{ ',' if not loop.last }}
    {%- if name == 'registry_digest' %}
    '{{ invocation_id }}' as load_id,
    timestamp'{{ run_started_at.strftime('%Y-%m-%d %H:%M:%S.%f') }} UTC' as loaded_at,
    {%- endif %}
    {%- endfor %}
from arrived
