-- Differences of schemas: of typed models first, then the newest.
select
    table_id,
    source_name as source,
    kind,
    column_name,
    former_type,
    type,
    model_name as model,
    valid_from,
    ddl_text
from cdc_schema_drift
order by model_name is null asc, valid_from desc, table_id asc, kind asc, column_name asc
