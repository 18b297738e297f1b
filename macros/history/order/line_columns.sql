{#- The columns that name a line, which is one Kafka partition. prefix: alias and dot, if any. -#}
{% macro line_columns(prefix='') -%}
    {{ prefix }}kafka_cluster, {{ prefix }}kafka_topic, {{ prefix }}kafka_partition
{%- endmacro %}
