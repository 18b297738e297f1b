-- Guards cdc_current_rows against cdc_row_history, closed versions included: each row whose last version is not deleted is listed as that
-- version, and no other row is. Returns a row a source row. Costs one aggregation of narrow columns of both.
{{ config(store_failures=true) }}

with

versions as (
    select
        row_id,
        struct(version_number, event_id, is_deleted, row_hash) as last_version,
        null as listed
    from {{ ref('cdc_row_history') }}
    union all
    select
        row_id,
        null as last_version,
        struct(version_number, event_id, is_deleted, row_hash) as listed
    from {{ ref('cdc_current_rows') }}
),

source_rows as (
    select
        row_id,
        max(last_version) as last_version,
        max(listed) as listed,
        count(listed) as times_listed
    from versions
    group by row_id
)

select
    row_id,
    last_version.version_number as last_version_number,
    last_version.event_id as last_event_id,
    listed.version_number as listed_version_number,
    listed.event_id as listed_event_id,
    times_listed,
    case
        when listed is null then 'an open row is not listed'
        when last_version is null or last_version.is_deleted then 'a row that is not open is listed'
        when times_listed > 1 then 'listed several times'
        else 'listed as another version'
    end as problem
from source_rows
where
    (last_version.is_deleted is false and (times_listed <> 1 or listed is distinct from last_version))
    or (last_version.is_deleted is not false and listed is not null)
