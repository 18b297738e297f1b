{#-
    The columns of the stream that place an event and date it: committed_at, known_time (the commit time where it can be believed), order_time (own time where the source
    is ordered by `commit_time`), own_mark and sequence_number. Needs the columns of `cdc_events`.
    is_table_event: true for TRUNCATE and DROP.
-#}
{% macro event_order(is_table_event=false) -%}
    committed_at,
    case when op is distinct from 'snapshot' and {{ rosetta_cdc.is_believed() }} then committed_at end as known_time,
    case when order_by = 'commit_time' then {{ rosetta_cdc._own_time() }} end as order_time,
    {{ rosetta_cdc.own_mark(is_table_event) }} as own_mark,
    sequence_number
{%- endmacro %}
