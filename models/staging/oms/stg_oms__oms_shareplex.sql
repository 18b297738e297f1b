with

changes as (
    select * from {{ ref('stg_layouts__shareplex') }}
)

select * from changes
where source_format = 'oms_shareplex'
