{#- The columns of the Kafka record from which an event's position in its line is told (see `line_position`), for a step to hand on. prefix: alias and dot, if any. -#}
{% macro position_columns(prefix='') -%}
    {{ prefix }}kafka_topic_incarnation, {{ prefix }}kafka_offset, {{ prefix }}row_index
{%- endmacro %}
