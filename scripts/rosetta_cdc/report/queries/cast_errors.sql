-- Values that typed models cannot hold.
select
    model_name as model,
    table_id,
    column_name,
    data_type,
    encoding,
    error,
    row_count
from cdc_cast_errors
order by row_count desc, model asc, column_name asc
