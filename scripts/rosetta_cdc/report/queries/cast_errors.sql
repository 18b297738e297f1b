-- Values that typed models cannot hold.
select model_name as model, column_name as column, data_type, encoding, error, row_count as rows
from cdc_cast_errors
order by rows desc, model, column
limit 30
