with

canal_changes as (
    select * from {{ ref('stg_layouts__canal') }}
),

dts_changes as (
    select * from {{ ref('stg_layouts__dts_avro') }}
),

changes as (
    select * from canal_changes
    union all
    select * from dts_changes
)

select * from changes
where source_format = 'drs_avro'
