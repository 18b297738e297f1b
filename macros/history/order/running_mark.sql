{#-
    The mark of an event in the order of its row: the greatest own mark of the row's events in its line up to it. So marks never fall in a line, and an event whose clock
    stepped back stays behind the one that its line has before it. Needs row_id, own_mark and the columns of the Kafka record.
-#}
{% macro running_mark() -%}
    max(own_mark) over (partition by row_id, {{ rosetta_cdc.line_columns() }} order by {{ rosetta_cdc.line_position() }})
{%- endmacro %}
