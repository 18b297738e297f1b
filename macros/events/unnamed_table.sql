{#-
    Detail of a dead letter whose message names no table where the topic gives no name either: what to register. Renders a SQL expression of text.
-#}
{% macro unnamed_table() -%}
    'the message names no table: register its topic with the groups database and table in topic_pattern, and with its key columns'
{%- endmacro %}
