with

orders as (
    select *
    from {{ rosetta_cdc.cdc_rows_as_of('2024-05-06 12:00:00', table_id='shop_dts_canal.shop.orders') }}
)

select
    row_id,
    try_cast(row_image['id'] as bigint) as order_id,
    row_image['status'] as status,
    try_cast(row_image['total'] as decimal(12, 2)) as total,
    image_complete,
    valid_from,
    valid_to,
    event_id
from orders
