with

changes as (
    select * from {{ ref('stg_layouts__oms_default') }}
)

select * from changes
where source_format = 'oms_default_extend'
