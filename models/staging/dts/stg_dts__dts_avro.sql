with

changes as (
    select * from {{ ref('stg_layouts__dts_avro') }}
)

select * from changes
where source_format = 'dts_avro'
