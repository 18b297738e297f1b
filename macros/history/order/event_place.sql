{#-
    An event's place in the order of its row: `place_type`.
    mark: the column with its mark. prefix: alias and dot of the columns, if any.
-#}
{% macro event_place(mark='mark', prefix='') -%}
    cast(struct({{ prefix }}order_time, {{ prefix }}{{ mark }}, {{ rosetta_cdc.line_columns(prefix) }}, {{ rosetta_cdc.line_position(prefix) }}) as {{ rosetta_cdc.place_type() }})
{%- endmacro %}
