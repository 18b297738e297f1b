{#-
    How each value of an image is written: map of column -> `format:declared type`, an empty type where the message declares none.
    image: SQL expression of map<string,string>. Needs source_format and column_types.
-#}
{% macro column_encodings(image) -%}
    case
        when map_keys({{ image }}) = map_keys(column_types) then transform_values(column_types, (k, v) -> concat(source_format, ':', coalesce(v, '')))
        else transform_values({{ image }}, (k, v) -> concat(source_format, ':', coalesce(try_element_at(column_types, k), '')))
    end
{%- endmacro %}
