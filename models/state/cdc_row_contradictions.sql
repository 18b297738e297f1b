with

versions as (
    select
        row_id,
        table_id,
        version_number,
        event_id,
        op,
        valid_from,
        contradiction
    from {{ ref('closed_versions') }}
    union all
    select
        row_id,
        table_id,
        version_number,
        event_id,
        op,
        valid_from,
        contradiction
    from {{ ref('row_states') }}
    where kind = 'row'
)

select
    row_id,
    table_id,
    version_number,
    event_id,
    op,
    valid_from,
    contradiction
from versions
where contradiction is not null
