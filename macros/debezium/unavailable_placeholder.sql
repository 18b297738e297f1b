{#-
    The connector's `unavailable.value.placeholder` as the registry gives it for the topic: SQL expression of text, null where it gives none. As in the connector's setting, `hex:` stands before bytes
    that are written in hexadecimal (Debezium, connector properties, unavailable.value.placeholder). Needs the column topic_options of `cdc_messages` (with_rules).
-#}
{% macro unavailable_placeholder() -%}
    {%- set given = rosetta_cdc.topic_option('unavailable_value') -%}
    if(startswith({{ given }}, 'hex:'), cast(unhex(substring({{ given }}, 5)) as string), {{ given }})
{%- endmacro %}
