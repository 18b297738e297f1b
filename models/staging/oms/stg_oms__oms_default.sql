with

messages as (
    {{ cdc_messages('oms_default') }}
),

parsed as (
    {{ parse_messages('messages', oms_default_envelope(), numbers='json') }}
),

changes as (
    {{ oms_default_changes('parsed') }}
),

images as (
    select
        *,
        case when event_kind not in ('ddl', 'truncate') then message.prevStruct end as before,
        case when event_kind not in ('ddl', 'truncate') then message.postStruct end as after
    from changes
),

mapped as (
    select
        * except (message, unusable),
        {{ oms_default_errors(
            "map_contains_key(coalesce(message.postStruct, message.prevStruct), '__light_type')"
            ~ " or (message.recordType is null and message.prevStruct is null and message.postStruct is null)"
        ) }}
    from images
),

staged as (
    {{ staged_rows('mapped', 'oms_default', absent=[
        'row_index', 'rows_in_record', 'schema_name', 'column_types', 'read_at', 'produced_at', 'transaction_order', 'pair_token'
    ]) }}
)

select * from staged
