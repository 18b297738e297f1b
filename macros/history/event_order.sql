{#-
    The columns of the stream that place an event: known_time, order_time, own_mark and transaction_key. Needs the columns of `cdc_events`.

    A commit time later than Kafka's own by more than a day is a clock gone wrong and unknown here; so is a full load's, whose time is the load's.
    One transaction: one transaction_id of a source, else one line and commit time, else one record.
    is_table_event: true for TRUNCATE and DROP.
-#}
{% macro event_order(is_table_event=false) -%}
    {%- set is_believed = 'committed_at <= coalesce(kafka_timestamp + interval 1 day, committed_at)' -%}
    {%- set time = "case when op = 'snapshot' then load_time when " ~ is_believed ~ ' then committed_at end' -%}
    {%- set rank = 'if(sequence_number is not null' ~ ("" if is_table_event else " and op = 'delete'") ~ ', 0, 1)' -%}
    committed_at,
    case when op is distinct from 'snapshot' and {{ is_believed }} then committed_at end as known_time,
    case when order_by = 'commit_time' then {{ time }} end as order_time,
    cast(struct(
        case when order_by = 'sequence' then sequence_number end,
        {{ time }},
        case when order_by is distinct from 'sequence' then sequence_number end,
        {{ rank }},
        kafka_timestamp
    ) as {{ mark_type() }}) as own_mark,
    sequence_number,
    {{ change_identity() }} as identity,
    case
        when transaction_id <> '' then xxhash64('transaction', source_name, transaction_id)
        when committed_at is not null then xxhash64('time', kafka_cluster, kafka_topic, kafka_partition, committed_at)
        else xxhash64('record', kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset)
    end as transaction_key
{%- endmacro %}
