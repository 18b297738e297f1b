{#- Condition that two lines that rows or tables keep (`line_type`) are one Kafka partition. one, other: the lines. -#}
{% macro is_same_line(one, other) -%}
    {{ one }}.cluster = {{ other }}.cluster and {{ one }}.topic = {{ other }}.topic and {{ one }}.partition = {{ other }}.partition
{%- endmacro %}
