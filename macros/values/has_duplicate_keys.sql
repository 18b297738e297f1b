{#-
    True where a JSON object named the same key twice. Spark keeps both entries in such a map, and most map functions fail on it.
    map: map<string,string>. Null or false otherwise.
-#}
{% macro has_duplicate_keys(map) -%}
    size(array_distinct(map_keys({{ map }}))) < size({{ map }})
{%- endmacro %}
