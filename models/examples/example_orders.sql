-- The shop's clock on the wall runs in UTC; paid_at is an instant, of which DTS sends only what that clock showed.
{{ rosetta_cdc.cdc_table(
    'shop_dts_canal',
    'shop.orders',
    {
        'id': {'type': 'bigint', 'name': 'order_id'},
        'customer_id': 'bigint',
        'status': 'string',
        'total': 'decimal(12,2)',
        'placed_at': 'timestamp_ntz',
        'paid_at': 'timestamp',
        'comment': 'string',
        'channel': none
    },
    time_zone='UTC'
) }}
