{#- The columns that say which record a row is of and when it landed. Returns a list of names. -#}
{% macro record_columns() -%}
    {{ return([
        'kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'kafka_timestamp',
        'kafka_headers', 'landing_id', 'landed_at', 'landed_date'
    ]) }}
{%- endmacro %}
