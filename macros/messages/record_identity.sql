{#- Returns the columns by which a record of raw is known, and the landing that brought it, in raw and in every model that has its events. -#}
{% macro record_identity() %}
    {{ return(['kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'landing_id']) }}
{% endmacro %}
