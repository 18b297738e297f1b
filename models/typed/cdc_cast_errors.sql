{{ config(
    materialized='cdc_incremental',
    incremental_strategy='append',
    on_schema_change='fail',
    partition_by=['model_name']
) }}
{% do rosetta_cdc.forget_cast_errors() %}

-- Each table of `cdc_table` writes its own rows, after it was written.
select
    cast(null as string) as model_name,
    cast(null as string) as table_id,
    cast(null as string) as column_name,
    cast(null as string) as data_type,
    cast(null as string) as encoding,
    cast(null as string) as error,
    cast(null as bigint) as row_count,
    cast(null as string) as example_event_id,
    cast(null as timestamp) as checked_at
where false
