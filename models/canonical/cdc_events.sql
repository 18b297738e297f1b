select *, '{{ invocation_id }}' as load_id from {{ ref('stg_dts__dts_canal') }}
