{% set light_types =
    "from_json(coalesce(message.postStruct['__light_type'], message.prevStruct['__light_type']), 'map<string, struct<schemaType string>>', "
    ~ json_options() ~ ")"
%}

with

messages as (
    {{ cdc_messages('oms_default_extend') }}
),

parsed as (
    {{ parse_messages('messages', oms_default_envelope(), numbers='json') }}
),

changes as (
    {{ oms_default_changes('parsed') }}
),

-- The column types stand among the columns, under a name of their own.
images as (
    select
        *,
        case when event_kind not in ('ddl', 'truncate') then map_filter(message.prevStruct, (k, v) -> k <> '__light_type') end as before,
        case when event_kind not in ('ddl', 'truncate') then map_filter(message.postStruct, (k, v) -> k <> '__light_type') end as after
    from changes
),

-- One more parse, of the text of one column; `inline(array(...))` keeps Spark from repeating it for every use.
typed as (
    select
        images.*,
        document.light_types
    from images
        lateral view inline(array(struct({{ light_types }} as light_types))) document as light_types
),

mapped as (
    select
        * except (message, unusable, light_types),
        case when not {{ has_duplicate_keys('light_types') }} then transform_values(light_types, (k, v) -> v.schemaType) end as column_types,
        {{ oms_default_errors(
            "(op in ('insert', 'snapshot', 'update', 'delete')"
            ~ " and coalesce(message.postStruct['__light_type'], message.prevStruct['__light_type']) is null)"
            ~ " or (message.recordType is null and message.prevStruct is null and message.postStruct is null)"
        ) }}
    from typed
),

staged as (
    {{ staged_rows('mapped', 'oms_default_extend', absent=[
        'row_index', 'rows_in_record', 'schema_name', 'read_at', 'produced_at', 'transaction_order', 'pair_token'
    ]) }}
)

select * from staged
