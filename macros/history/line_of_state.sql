{#- A row's last event in a line with its mark, as an element of the column lines of `row_states`; of one line the greatest is the last. -#}
{% macro line_of_state() -%}
    struct(
        kafka_cluster as cluster, kafka_topic as topic, kafka_partition as partition, kafka_topic_incarnation as incarnation, kafka_offset as offset,
        row_index, mark
    )
{%- endmacro %}
