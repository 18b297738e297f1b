{#-
    Whether each value of an image that is not null is a cell {value, set}, and one at least is, as YugabyteDB's connectors write columns. One column that is no cell makes the others what they look like: JSON of
    the source. SQL condition. (YugabyteDB documentation, gRPC connector and connector for logical replication, data change events.)

    image: SQL expression of map<string,string>. `from_json` has taken the blanks out of nested values.
-#}
{% macro has_cells(image) -%}
    (
        exists(map_values({{ image }}), v -> v is not null)
        and forall(map_values({{ image }}), v -> v is null or startswith(v, '{"value":') and (endswith(v, ',"set":true}') or endswith(v, ',"set":false}')))
    )
{%- endmacro %}
