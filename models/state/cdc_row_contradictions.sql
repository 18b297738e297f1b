-- The tables of the history are made together: who selects a model and all before it selects them all.
-- depends_on: {{ ref('history_runs') }}
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
