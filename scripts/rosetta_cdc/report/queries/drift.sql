-- Differences of schemas: of typed models first, then the newest.
select table_id, kind, column_name as column, former_type, type, model_name as model, valid_from, ddl_text
from cdc_schema_drift
order by model_name is null, valid_from desc, table_id, kind, column_name
limit 30
