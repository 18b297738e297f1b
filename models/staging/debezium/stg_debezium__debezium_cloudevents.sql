with

messages as (
    select * from {{ ref('decoded_cloudevents') }}
),

mapped as (
    {{ rosetta_cdc.debezium_rows('messages') }}
),

staged as (
    {#- The Kafka key may be that of a unique index with NULL. #}
    {{ rosetta_cdc.staged_rows('mapped', null_keys=false) }}
)

select * from staged
