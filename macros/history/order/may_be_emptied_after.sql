{#-
    Condition that statements that emptied a table in earlier runs may have their place after an event of one of its rows. line: a line of `emptied_lines`. Needs order_time, mark and position of the
    event, and state, null for a row without one.
    Own times decide alone, whatever the line, and are not kept one by one. In the line of the statements the event's position is compared with that of the last of them; elsewhere its mark with
    the greatest that theirs can be in the order of the row: their own, or the one that the row has reached in their line.
-#}
{% macro may_be_emptied_after(line) -%}
    order_time is not null
    or {{ line }}.order_time is not null
    or case
        when {{ rosetta_cdc.is_in_line(line) }}
            then position < {{ rosetta_cdc.kept_position(line) }}
        else mark <= greatest({{ line }}.mark, get(filter(state.lines, c -> {{ rosetta_cdc.is_same_line('c', line) }}), 0).mark)
    end
{%- endmacro %}
