with

changes as (
    select * from {{ ref('stg_layouts__canal') }}
)

select * from changes
where source_format = 'drs_json_c'
