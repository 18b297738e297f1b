-- Tables with the most rows.
select table_id, row_count as rows, deleted_row_count as deleted, version_count as versions, contradiction_count as contradictions
from row_counts
order by rows desc, table_id
limit 20
