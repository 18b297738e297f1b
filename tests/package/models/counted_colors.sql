{{ config(materialized='incremental', incremental_strategy='merge', unique_key='name') }}
select
    name,
    {{ 'n + 1' if is_incremental() else 'n' }} as n
from {{ ref('colors') }}
