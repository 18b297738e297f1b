{#-
    A row with the key columns that only its Kafka key has: a sink may leave them out of the value (Flink's upsert-kafka with value.fields-include=EXCEPT_KEY, column.exclude.list). What topic routing
    adds to a key is no column of the row. Renders a SQL expression of map<string,string>, null where there is no row. Needs the column key_values.
    image: SQL expression of map<string,string>.
-#}
{% macro with_key_columns(image) -%}
    case
        when {{ image }} is null or key_values is null or size(array_except(map_keys(key_values), map_keys({{ image }}))) = 0 then {{ image }}
        else map_concat(map_filter(key_values, (k, v) -> not map_contains_key({{ image }}, k) and not startswith(k, '__dbz__')), {{ image }})
    end
{%- endmacro %}
