{#-
    A row with the key columns that only its Kafka key has: a sink may leave them out of the value (Flink's upsert-kafka with value.fields-include=EXCEPT_KEY, column.exclude.list). What topic routing
    adds to a key is no column of the row. Renders a SQL expression of map<string,string>, null where there is no row; a row without any column stays one.
    image: SQL expression of map<string,string>. key: SQL expression of the key's columns, map<string,string>.
-#}
{% macro with_key_columns(image, key) -%}
    case
        when {{ image }} is null or {{ key }} is null or size({{ image }}) = 0 or {{ rosetta_cdc.has_duplicate_keys(image) }} or {{ rosetta_cdc.has_duplicate_keys(key) }}
            or size(array_except(map_keys({{ key }}), map_keys({{ image }}))) = 0 then {{ image }}
        else map_concat(map_filter({{ key }}, (k, v) -> not map_contains_key({{ image }}, k) and not startswith(k, '__dbz__')), {{ image }})
    end
{%- endmacro %}
