{#-
    The values of an image whose columns are cells (Cassandra: {value, deletion_ts, set}, ScyllaDB: {value} but for key columns, YugabyteDB: {value, set}): map<string,string> without the columns that
    have no cell, or one that is not set. image: SQL expression of map<string,string>.
-#}
{% macro values_of_cells(image) -%}
    transform_values(
        map_filter({{ image }}, (k, v) -> v is not null and not endswith(v, ',"set":false}')),
        (k, v) -> if(startswith(v, '{"value":'), from_json(v, 'value string', {{ rosetta_cdc.json_options() }}).value, v)
    )
{%- endmacro %}
