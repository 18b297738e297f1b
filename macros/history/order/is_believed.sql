{#-
    Condition that the commit time of an event can be believed: Kafka had not stored it more than a day before, as far as it says when. Null without a commit time. Needs the columns of
    `cdc_events`.
-#}
{% macro is_believed() -%}
    committed_at <= coalesce(kafka_timestamp + interval 1 day, committed_at)
{%- endmacro %}
