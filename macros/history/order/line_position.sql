{#- The columns that tell an event's position in its line, which decides there, always. prefix: alias and dot, if any. -#}
{% macro line_position(prefix='') -%}
    {{ prefix }}kafka_topic_incarnation, {{ prefix }}kafka_offset, {{ prefix }}row_index
{%- endmacro %}
