{#- An event's place in the order of its row, seen by itself: `place_type`. relation: alias whose columns are meant. -#}
{% macro event_place(relation) -%}
    cast(struct(
        {{ relation }}.order_time, {{ relation }}.own_mark, {{ relation }}.kafka_cluster, {{ relation }}.kafka_topic, {{ relation }}.kafka_partition,
        {{ relation }}.kafka_topic_incarnation, {{ relation }}.kafka_offset, {{ relation }}.row_index
    ) as {{ place_type() }})
{%- endmacro %}
