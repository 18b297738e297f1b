{{ config(materialized='view') }}
{% set envelope %}
    message struct<
        data map<string, string>, beforeData map<string, string>,
        headers struct<operation string, changeSequence string, timestamp string, transactionId string>
    >
{% endset %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['qlik_json']) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope) }}
),

-- The key stands in the Kafka key alone, and is the one before an update.
with_key as (
    {{ rosetta_cdc.kafka_key_columns('parsed', in_envelope=false) }}
),

read_fields as (
    select
        *,
        {{ rosetta_cdc.checked_fields({
            'committed_at': ['message.message.headers.timestamp', 'milliseconds'],
            'sequence_number': ['message.message.headers.changeSequence', 'whole number']
        }) }}
    from with_key
),

mapped as (
    select
        read_fields.* except (message),
        {{ rosetta_cdc.operation_columns('message.message.headers.operation', {
            'insert': ['INSERT'], 'update': ['UPDATE'], 'delete': ['DELETE'], 'snapshot': ['REFRESH'],
            'heartbeat': ['HEARTBEAT'], 'ddl': ['DDL']
        }) }},
        message.message.headers.operation as source_op,
        {{ rosetta_cdc.topic_part(-1) }} as table_name,
        array_sort(map_keys(key_values)) as declared_key,
        'kafka_key' as declared_key_basis,
        key_values as previous_key_values,
        coalesce(message.message.beforeData, if(message.message.headers.operation = 'DELETE', key_values, null)) as before,
        message.message.data as after,
        message.message.beforeData is not null as before_complete,
        message.message.headers.operation <> 'UPDATE' or message.message.beforeData is not null as after_complete,
        map('id', 'int', 'content', 'bytes', 'price', 'comp3') as column_types,
        committed_at,
        'statement' as committed_at_basis,
        message.message.headers.changeSequence as source_position,
        sequence_number,
        map() as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', 'message.message.headers.operation is null'),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from read_fields
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
