{#-
    The mark of an event seen by itself: `mark_type`. Needs the columns of `cdc_events`.

    A commit time later than Kafka's own by more than a day is a clock gone wrong and unknown here; so is a full load's, whose time is the load's.
    is_table_event: true for TRUNCATE and DROP.
-#}
{% macro own_mark(is_table_event=false) -%}
    cast(struct(
        case when order_by = 'sequence' then sequence_number end,
        {{ rosetta_cdc._own_time() }},
        case when order_by is distinct from 'sequence' then sequence_number end,
        if(sequence_number is not null{{ "" if is_table_event else " and op = 'delete'" }}, 0, 1),
        kafka_timestamp
    ) as {{ rosetta_cdc.mark_type() }})
{%- endmacro %}

{#- When an event happened, as far as it can be believed. -#}
{% macro _own_time() -%}
    case when op = 'snapshot' then load_time when {{ rosetta_cdc.is_believed() }} then committed_at end
{%- endmacro %}
