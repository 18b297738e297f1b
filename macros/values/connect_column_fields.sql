{#- The fields of a column in the schema of a Kafka Connect envelope, as Spark DDL for `from_json`. The items of an array have a type of their own. -#}
{% macro connect_column_fields() -%}
    field: string, type: string, name: string, parameters: map<string, string>, items: struct<type: string, name: string, parameters: map<string, string>>
{%- endmacro %}
