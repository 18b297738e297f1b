{#- An event's place in the order of its row, seen by itself: `place_type`. relation: alias whose columns are meant. mark: SQL expression of its mark. -#}
{% macro event_place(relation, mark=none) -%}
    cast(struct(
        {{ relation }}.order_time, {{ mark or relation ~ '.own_mark' }}, {{ relation }}.kafka_cluster, {{ relation }}.kafka_topic, {{ relation }}.kafka_partition,
        {{ relation }}.kafka_topic_incarnation, {{ relation }}.kafka_offset, {{ relation }}.row_index
    ) as {{ place_type() }})
{%- endmacro %}
