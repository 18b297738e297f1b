{#- Condition that an event lies in a line that a row or a table keeps (`line_type`). line: the line. prefix: alias and dot of the event's columns, if any. -#}
{% macro is_in_line(line, prefix='') -%}
    {{ line }}.cluster = {{ prefix }}kafka_cluster and {{ line }}.topic = {{ prefix }}kafka_topic and {{ line }}.partition = {{ prefix }}kafka_partition
{%- endmacro %}
