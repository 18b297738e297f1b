{% set formats = rosetta_cdc.formats_of_models(['stg_layouts__oms_default']) %}
{% set light_type = "coalesce(message.postStruct['__light_type'], message.prevStruct['__light_type'])" %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(formats) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', rosetta_cdc.oms_default_envelope()) }}
),

changes as (
    {{ rosetta_cdc.oms_default_changes('parsed') }}
),

-- The column types of DefaultExtendColumnType stand among the columns, under a name of their own: one more parse, of that one text.
-- `inline(array(...))` keeps Spark from repeating it for every use.
typed as (
    select
        changes.*,
        document.light_types
    from changes
        lateral view inline(array(struct(
            case
                when source_format = 'oms_default_extend'
                    then from_json({{ light_type }}, 'map<string, struct<schemaType string>>', {{ rosetta_cdc.json_options() }})
            end as light_types
        ))) document as light_types
),

images as (
    select
        * except (light_types),
        case
            when event_kind not in ('ddl', 'truncate') and source_format = 'oms_default_extend'
                then map_filter(message.prevStruct, (k, v) -> k <> '__light_type')
            when event_kind not in ('ddl', 'truncate') then message.prevStruct
        end as before,
        case
            when event_kind not in ('ddl', 'truncate') and source_format = 'oms_default_extend' and op = 'update'
                then {{ rosetta_cdc.oms_sent_values(
                    "map_filter(message.postStruct, (k, v) -> k <> '__light_type')", 'message.prevStruct', 'transform_values(light_types, (k, v) -> v.schemaType)'
                ) }}
            when event_kind not in ('ddl', 'truncate') and source_format = 'oms_default_extend'
                then map_filter(message.postStruct, (k, v) -> k <> '__light_type')
            when event_kind not in ('ddl', 'truncate') then message.postStruct
        end as after,
        case when not {{ rosetta_cdc.has_duplicate_keys('light_types') }} then transform_values(light_types, (k, v) -> v.schemaType) end as column_types,
        message.allMetaData is null
        or (message.recordType is null and message.prevStruct is null and message.postStruct is null)
        or case
            when source_format = 'oms_default_extend' then op in ('insert', 'snapshot', 'update', 'delete') and {{ light_type }} is null
            else map_contains_key(coalesce(message.postStruct, message.prevStruct), '__light_type')
        end as is_foreign
    from typed
),

mapped as (
    select
        * except (message, unusable, is_foreign),
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', 'is_foreign'),
            ('missing_field', 'source_op is null', "'recordType is missing'"),
            ('unknown_operation', "op = 'unknown' and (before is not null or after is not null)"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from images
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
