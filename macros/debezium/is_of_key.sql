{#-
    Whether a column belongs to the Kafka key: SQL condition, null where there is no key. A bare key has its value, and its name
    at most in Connect's text of a struct.
    name, value: SQL expressions of the column's. Needs the columns key_values and bare_key.
-#}
{% macro is_of_key(name, value) -%}
    if(key_values is null, bare_key in ({{ value }}, concat('Struct{', {{ name }}, '=', {{ value }}, '}')), map_contains_key(key_values, {{ name }}))
{%- endmacro %}
