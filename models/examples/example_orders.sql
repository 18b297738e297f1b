with

orders as (
    select *
    from {{ ref('cdc_current_rows') }}
    where table_id = 'shop_dts_canal.shop.orders'
)

select
    row_id,
    try_cast(row_image['id'] as bigint) as order_id,
    try_cast(row_image['customer_id'] as bigint) as customer_id,
    row_image['status'] as status,
    try_cast(row_image['total'] as decimal(12, 2)) as total,
    -- The shop's clock on the wall, without a zone; paid_at is an instant.
    try_cast(row_image['placed_at'] as timestamp_ntz) as placed_at,
    try_cast(row_image['paid_at'] as timestamp) as paid_at,
    row_image['comment'] as comment,
    image_complete,
    event_id
from orders
