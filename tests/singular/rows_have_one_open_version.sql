-- Guards cdc_row_history: a row has one current version, which has its greatest number, and no event made two versions of it.
-- Returns a row a source row. Costs one aggregation of the history's narrow columns.
{{ config(store_failures=true) }}

with

rows_of_history as (
    select
        row_id,
        count(*) as versions,
        count(distinct event_id) as events,
        count_if(is_current) as current_versions,
        max(version_number) as last_version,
        max(case when is_current then version_number end) as current_version
    from {{ ref('cdc_row_history') }}
    group by row_id
)

select
    *,
    case
        when current_versions = 0 then 'no current version'
        when current_versions > 1 then 'several current versions'
        when current_version <> last_version then 'the current version is not the last'
        else 'an event made several versions'
    end as problem
from rows_of_history
where
    current_versions <> 1
    or current_version <> last_version
    or events <> versions
