{#-
    Fields of a message of Debezium as Spark DDL for `from_json`. With a schema they lie in payload, without one at the top: those of changes, schema changes, transaction boundaries,
    heartbeats, notifications and logical messages (Debezium, data change events of each connector; transaction metadata; notifications).
    images: Spark type of before and after.
-#}
{% macro debezium_envelope(images='map<string, string>') -%}
    {%- set columns = [] -%}
    {%- for name, type in rosetta_cdc.debezium_fields(images).items() -%}{%- do columns.append(name ~ ': ' ~ type) -%}{%- endfor -%}
    schema struct<
        name: string, version: string,
        fields: array<struct<field: string, fields: array<struct<{{ rosetta_cdc.connect_column_fields() }}>>>>
    >,
    payload struct<{{ columns | join(', ') }}>, {{ columns | join(', ') }}
{%- endmacro %}
