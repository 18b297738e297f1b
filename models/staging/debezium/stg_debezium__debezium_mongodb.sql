with

messages as (
    select * from {{ ref('decoded_mongodb_messages') }}
),

mapped as (
    {{ rosetta_cdc.debezium_rows('messages') }}
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
