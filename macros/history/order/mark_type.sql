{#-
    Type of a mark, by which events of different Kafka partitions are ordered: parts compare from left to right, unknown ones are lowest. lead: the number
    where the source is ordered by `sequence`. rank: 0 for a delete, TRUNCATE or DROP with a number, else 1. written: Kafka's timestamp.
-#}
{% macro mark_type() -%}
    struct<lead: decimal(38, 0), time: timestamp, number: decimal(38, 0), rank: int, written: timestamp>
{%- endmacro %}
