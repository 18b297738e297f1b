{#-
    The columns of the stream that tell copies and transactions: identity (see `change_identity`) and transaction_key, a hash of 64 bits. Needs the columns of `cdc_events`.
    One transaction: one transaction_id of a source, else one line and commit time, else one record.
-#}
{% macro event_identity() -%}
    {{ rosetta_cdc.change_identity() }} as identity,
    case
        when transaction_id <> '' then xxhash64('transaction', source_name, transaction_id)
        when committed_at is not null then xxhash64('time', {{ rosetta_cdc.line_columns() }}, committed_at)
        else xxhash64('record', kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset)
    end as transaction_key
{%- endmacro %}
