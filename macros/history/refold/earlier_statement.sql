{#-
    Reason `earlier_statement`: a statement of an earlier run that emptied the row's table may have its place after the event. A condition on an arrival (see `rows_to_fold`).
    In a line of its own the statement's mark may be that of the row's last event there.
-#}
{% macro earlier_statement() -%}
    (state is not null or not is_statement) and exists(emptied_lines, l ->
        order_time is not null
        or l.order_time is not null
        or case
            when {{ is_in_line('l') }}
                then position < {{ kept_position('l') }}
            else mark <= greatest(l.mark, get(filter(state.lines, c -> c.cluster = l.cluster and c.topic = l.topic and c.partition = l.partition), 0).mark)
        end
    )
{%- endmacro %}
