with

messages as (
    {{ cdc_messages(['drs_json', 'drs_json_c', 'oms_canal', 'dts_canal', 'dts_canal_legacy', 'canal']) }}
),

parsed as (
    {{ parse_messages('messages', canal_envelope(), numbers="source_format = 'oms_canal'") }}
),

changes as (
    {{ canal_rows('parsed', numbers="source_format = 'oms_canal'") }}
),

checked as (
    select
        *,
        source_format <> 'oms_canal' as has_id,
        (message.isDdl is null and message.columnType is null)
        or if(source_format = 'oms_canal', message.id is not null, message.id is null and message.opType is null) as is_foreign,
        -- Where the row of a DELETE stands tells the vendors apart. `canal` serves unregistered topics of several.
        case
            when op <> 'delete' or (old_row is null) = (data_row is null) then null
            when source_format = 'drs_json' and old_row is null
                then 'the row of a DELETE is in data, as DRS JSON-C writes it'
            when source_format = 'dts_canal_legacy' and old_row is null
                then 'the row of a DELETE is in data, as instances created or restarted since 2022-03-20 write it'
            when source_format = 'drs_json_c' and data_row is null
                then 'the row of a DELETE is in old, as DRS JSON writes it'
            when source_format = 'oms_canal' and data_row is null
                then 'the row of a DELETE is in old, which OMS does not write'
            when source_format = 'dts_canal' and data_row is null
                then 'the row of a DELETE is in old, as instances created before 2022-03-20 write it'
        end as misplaced,
        op = 'update' and source_format <> 'dts_canal_legacy' and ({{ canal_is_partial('data_row', 'old_row') }}) as is_rebuilt,
        {{ epoch_timestamp('message.es', 'milliseconds') }} as committed_at,
        {{ epoch_timestamp('message.ts', 'milliseconds') }} as produced_at,
        {{ whole_number('message.id') }} as sequence_number,
        {{ unusable_fields({
            'es': ['message.es', epoch_timestamp('message.es', 'milliseconds')],
            'ts': ['message.ts', epoch_timestamp('message.ts', 'milliseconds')],
            'id': ['message.id', whole_number('message.id')]
        }) }} as unusable
    from changes
),

mapped as (
    select
        checked.* except (message, data_row, old_row, row_is_broken, has_id, is_foreign, misplaced, is_rebuilt, unusable),
        {{ canal_columns() }},
        -- DRS JSON and older DTS instances put the row of a DELETE into old. The latter write the row after an UPDATE to old, before it to data.
        case
            when op = 'delete' and source_format in ('drs_json', 'dts_canal_legacy') then old_row
            when op = 'delete' and source_format = 'canal' then coalesce(data_row, old_row)
            when op = 'delete' then data_row
            when op = 'update' and source_format = 'dts_canal_legacy' then data_row
            when op = 'update' then {{ canal_before('data_row', 'old_row', 'is_rebuilt') }}
        end as before,
        case
            when op = 'update' and source_format = 'dts_canal_legacy' then old_row
            when op <> 'delete' then data_row
        end as after,
        true as before_complete,
        source_format <> 'dts_canal_legacy' or op <> 'update' or size(old_row) >= size(data_row) as after_complete
    from checked
),

staged as (
    {{ staged_rows('mapped', absent=['schema_name', 'key_values', 'read_at', 'transaction_order', 'pair_token']) }}
)

select * from staged
