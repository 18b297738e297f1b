-- Guards cdc_row_history: a row's versions are numbered from 1, each number once, and each holds until the next one begins, which is never
-- earlier. A time may be unknown (null) only before the first known one. Returns a row a version. Costs one sort of the history's narrow columns.
{{ config(store_failures=true) }}

with

neighbours as (
    select
        row_id,
        version_number,
        event_id,
        valid_from,
        valid_to,
        lag(version_number, 1, 0) over versions_of_row as former_number,
        lead(valid_from) over versions_of_row as next_valid_from,
        lead(version_number) over versions_of_row is null as is_last
    from {{ ref('cdc_row_history') }}
    window versions_of_row as (partition by row_id order by version_number)
),

judged as (
    select
        *,
        case
            when version_number is distinct from former_number + 1 then 'its number does not follow the one before'
            when valid_to is distinct from next_valid_from then 'it does not hold until the next one begins'
            when not is_last and valid_from > next_valid_from then 'the next one begins earlier'
            when not is_last and valid_from is not null and next_valid_from is null then 'the next one has no time'
        end as problem
    from neighbours
)

select
    row_id,
    version_number,
    event_id,
    valid_from,
    valid_to,
    former_number,
    next_valid_from,
    problem
from judged
where problem is not null
