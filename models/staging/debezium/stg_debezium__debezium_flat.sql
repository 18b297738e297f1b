with

messages as (
    select * from {{ ref('decoded_debezium_flat_messages') }}
),

described as (
    select
        *,
        added['connector'] as connector,
        coalesce(added['op'] = 'r', false) or coalesce(added['snapshot'], 'false') <> 'false' as is_snapshot,
        coalesce(may_have_cells and {{ rosetta_cdc.has_cells('image') }}, false) as has_cells
    from messages
),

classified as (
    select
        *,
        {{ rosetta_cdc.operation_columns("added['op']", {
            'delete': "deleted = 'true' or added['op'] = 'd'",
            'snapshot': "is_snapshot and added['op'] in ('r', 'c')",
            'insert': ['C'], 'update': ['U'],
            'upsert': "added['op'] is null"
        }) }}
    from described
),

timed as (
    select
        *,
        {{ rosetta_cdc.debezium_times(
            "added['source.ts_us']", "added['source.ts_ms']", read="added['ts_ms']", total_order="added['transaction.total_order']"
        ) }},
        {{ rosetta_cdc.debezium_position('added') }},
        -- The columns of the Kafka key whose values the source has sent.
        if(may_lack_values, {{ rosetta_cdc.sent_values('key_values') }}, key_values) as known_key,
        case
            when has_cells then {{ rosetta_cdc.values_of_cells('image') }}
            when may_lack_values then {{ rosetta_cdc.sent_values('image') }}
            else image
        end as sent
    from classified
),

mapped as (
    select
        timed.* except (
            unavailable_values, may_lack_values, sends_key_alone, may_have_cells, has_cells, known_key, key_values, described_columns, image, sent, added,
            deleted, connector, is_snapshot, unusable, decoding_error_detail
        ),
        nullif(added['db'], '') as database_name,
        nullif(added['schema'], '') as schema_name,
        nullif(added['table'], '') as table_name,
        added['op'] as source_op,
        known_key as key_values,
        array_distinct(map_keys(key_values)) as declared_key,
        case when key_values is not null then 'kafka_key' end as declared_key_basis,
        case
            when op <> 'delete' then null
            -- PostgreSQL sends the key alone of a table without REPLICA IDENTITY FULL: what is NULL or zero in all other columns is unknown.
            when {{ rosetta_cdc.has_key_alone('sent') }}
                then map_filter(sent, (k, v) -> {{ rosetta_cdc.is_of_key('k', 'v') }})
            else sent
        end as before,
        if(op = 'delete', null, {{ rosetta_cdc.with_key_columns('sent', 'known_key') }}) as after,
        -- Of a row that is gone the other columns may be null because they were not sent.
        false as before_complete,
        -- A transformation may leave out what did not change (ExtractChangedRecordState with drop.fields, YBExtractNewRecordState).
        case when size(sent) < size(image) then false when op in ('insert', 'snapshot') then true end as after_complete,
        -- Those of cells are not the types of columns.
        case when not has_cells then {{ rosetta_cdc.column_types_from_list('described_columns') }} end as column_types,
        coalesce({{ rosetta_cdc.debezium_transaction("added['transaction.id']") }}, added['gtid'], added['txId']) as transaction_id,
        added as source_metadata,
        if(decoding_error_detail is not null, struct(message_error as code, decoding_error_detail as detail), {{ rosetta_cdc.first_problem([
            ('unknown_operation', "op = 'unknown'"),
            (
                'format_mismatch',
                "map_contains_key(image, 'before') and map_contains_key(image, 'after') and map_contains_key(image, 'source')",
                "'the message is no row but has an envelope'"
            ),
            (
                'format_mismatch',
                "map_contains_key(image, 'event_count') and map_contains_key(image, 'data_collections') and image['status'] in ('BEGIN', 'END')",
                "'the message is no row but the boundary of a transaction'"
            ),
            ('invalid_field', 'unusable is not null'),
            ('invalid_field', "deleted not in ('true', 'false')", "'__deleted is neither true nor false'")
        ]) }}) as problem
    from timed
),

staged as (
    {#- The Kafka key may be that of a unique index with NULL. #}
    {{ rosetta_cdc.staged_rows('mapped', null_keys=false) }}
)

select * from staged
