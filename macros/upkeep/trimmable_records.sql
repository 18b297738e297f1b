{#-
    The records of raw that landed before a date, and whether `trim_raw` may take each out: its landing was read into `cdc_events`, and none of its
    rows is a dead letter.

    raw, events: relations of raw.kafka_messages and cdc_events. before: text of a date.
    Renders a query with the columns of a record's identity, landing_id and is_trimmable.
-#}
{% macro trimmable_records(raw, events, before) -%}
    select
        {%- for name in rosetta_cdc.record_identity() %}
        old.{{ name }},
        {%- endfor %}
        coalesce(not read.has_dead_letter, false) as is_trimmable
    from (
        select {{ rosetta_cdc.record_identity() | join(', ') }}
        from {{ raw }}
        where landed_date < date'{{ before }}'
    ) as old
    left join (
        select
            {{ rosetta_cdc.record_identity() | join(', ') }},
            bool_or(event_kind = 'dead_letter') as has_dead_letter
        from {{ events }}
        where landed_date < date'{{ before }}'
        group by {{ rosetta_cdc.record_identity() | join(', ') }}
    ) as read
        on {{ rosetta_cdc.same_record('old', 'read') }}
{%- endmacro %}
