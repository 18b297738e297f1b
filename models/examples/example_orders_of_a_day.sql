{{ config(materialized='incremental', incremental_strategy='merge', file_format='delta', unique_key='order_day') }}
-- depends_on: {{ ref('cdc_history_removed') }}
{% set order_day = "try_cast(row_image['placed_at'] as date)" %}

with

orders as (
    select * from {{ ref('example_orders') }}
),

{% if is_incremental() %}
held as (
    select * from {{ this }}
),

held_until as (
    select coalesce(max(applied_at), timestamp '1970-01-01') as applied_at
    from held
),

-- Versions that runs have written since: the former version of a changed row is one of them, since it has ended.
written as (
    select
        {{ order_day }} as order_day,
        applied_at
    from {{ ref('cdc_row_history') }}
    where table_id = 'shop_dts_canal.shop.orders' and applied_at > (select held_until.applied_at from held_until)
    union all
    -- Versions that are gone: a late event or a replay has taken them back.
    select
        {{ order_day }} as order_day,
        applied_at
    from {{ ref('cdc_history_removed') }}
    where table_id = 'shop_dts_canal.shop.orders' and applied_at > (select held_until.applied_at from held_until)
),

-- A history that was folded in full since says nothing of what it had before: all days are counted again.
oldest as (
    select min(applied_at) as applied_at
    from {{ ref('cdc_row_history') }}
),

days as (
    select order_day from written
    union
    select held.order_day
    from held
    cross join oldest
    where oldest.applied_at > held.applied_at
),

run as (
    select max(applied_at) as applied_at
    from written
),
{% else %}
days as (
    select cast(placed_at as date) as order_day from orders
    union
    select {{ order_day }} as order_day
    from {{ ref('cdc_row_history') }}
    where table_id = 'shop_dts_canal.shop.orders'
),

run as (
    select max(applied_at) as applied_at
    from {{ ref('cdc_row_history') }}
    where table_id = 'shop_dts_canal.shop.orders'
),
{% endif %}

counted as (
    select
        cast(placed_at as date) as order_day,
        count(*) as order_count,
        sum(total) as total
    from orders
    group by cast(placed_at as date)
)

select
    days.order_day,
    coalesce(counted.order_count, 0) as order_count,
    coalesce(counted.total, 0) as total,
    run.applied_at
from days
left join counted on days.order_day = counted.order_day
cross join run
where days.order_day is not null
