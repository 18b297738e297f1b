{{ config(materialized='cdc_view') }}

with

typed_models as (
    select distinct
        model_name,
        table_id,
        has_shards
    from {{ ref('typed_model_columns') }}
),

target_rules as (
    {{ rosetta_cdc.target_rules() }}
),

tables as (
    select distinct table_id
    from {{ ref('cdc_schema_versions') }}
    where is_current
)

select
    model_name,
    table_id
from typed_models
where not has_shards
union all
select distinct
    typed_models.model_name,
    tables.table_id
from typed_models
inner join target_rules on typed_models.table_id = target_rules.target_id
inner join tables on {{ rosetta_cdc.is_shard('tables.table_id', 'target_rules') }}
where typed_models.has_shards
