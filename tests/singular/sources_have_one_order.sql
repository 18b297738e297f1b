-- Guards cdc_row_history: all events of a source are ordered alike. The registry's check refuses two order_by of one source_name and of rows with the
-- same patterns; here is what only the topics tell, of rows without a source_name whose patterns overlap, and of tables that no row is for.
-- Cure: one order_by for all rows of the topic, or a source_name. Returns a row a source. Costs an aggregation of two narrow columns of cdc_events.
{{ config(store_failures=true) }}

select
    source_name,
    array_join(array_sort(collect_set(order_by)), ', ') as orders,
    count(*) as events
from {{ ref('cdc_events') }}
where event_kind in ('row_change', 'tombstone', 'truncate', 'ddl')
group by source_name
having count(distinct order_by) > 1
