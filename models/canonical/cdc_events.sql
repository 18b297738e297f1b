{{ config(
    materialized='cdc_incremental',
    incremental_strategy='append',
    on_schema_change='append_new_columns',
    meta={'liquid_clustered_by': ['landed_date', 'table_id']},
    tblproperties={
        'delta.enableChangeDataFeed': 'true',
        'delta.dataSkippingStatsColumns':
            'kafka_topic,kafka_partition,kafka_offset,landing_id,landed_date,load_id,table_id,event_kind,committed_at'
    }
) }}

{#- A format's staging model or its layout's, so that the lineage holds them all; which of them a run reads is decided when it starts. -#}
{% set models = rosetta_cdc.staging_models() %}
{% do rosetta_cdc.append_columns(rosetta_cdc.event_columns()) %}
-- depends_on: {{ ref('recognised_messages') }}

with

arrived as (
    {{ rosetta_cdc.unite_formats(models) }}
),

events as (
    {{ rosetta_cdc.event_rows('arrived') }}
)

select
    {{ rosetta_cdc.loaded_columns() }}
from events
