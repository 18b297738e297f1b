-- Guards the sources: counts changes that do not fit the row before them, such as an insert of a row that exists. They are applied all the same, so it
-- warns only. An update that is the first that was ever seen of its row is left out: the topic begins after the table. Returns a row a table and kind.
{{ config(severity='warn', store_failures=true) }}

select
    table_id,
    contradiction,
    count(*) as versions,
    min(valid_from) as earliest,
    max(valid_from) as latest,
    max_by(event_id, valid_from) as example_event_id
from {{ ref('cdc_row_contradictions') }}
where not (contradiction = 'update_of_closed_row' and version_number = 1)
group by table_id, contradiction
