{#-
    A part of the topic's name between points, for a table's or schema's name; null where there is none. number: from 0, or negative from the end: -1 is the last. topic: SQL expression.
-#}
{% macro topic_part(number, topic='record.kafka_topic') -%}
    {{ return(adapter.dispatch('topic_part', 'rosetta_cdc')(number, topic)) }}
{%- endmacro %}

{#- What `topic_part` does where no project overrides it. -#}
{% macro default__topic_part(number, topic='record.kafka_topic') -%}
    {%- set parts = 'split(' ~ topic ~ ", r'\\.')" -%}
    get({{ parts }}, {{ number if number >= 0 else 'size(' ~ parts ~ ') - ' ~ -number }})
{%- endmacro %}
