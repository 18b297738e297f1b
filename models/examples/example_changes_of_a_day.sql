with

changes as (
    select *
    from {{ rosetta_cdc.cdc_changes_between('2024-05-06', '2024-05-07') }}
)

select
    row_id,
    table_id,
    row_key,
    primary_key,
    change,
    changed_columns,
    before,
    after,
    before_complete,
    after_complete,
    before_equal_rows,
    after_equal_rows,
    before_event_id,
    after_event_id
from changes
