{#-
    Maps messages of Debezium to the columns of `staged_columns`, and problem (see `staged_rows`). Renders a query.

    relation: CTE with the columns of `decoded_debezium_messages`.
    (Debezium 3.3 documentation: data change events and source information of each connector; transaction metadata; notifications.)
-#}
{% macro debezium_rows(relation) -%}
{%- set transaction = "coalesce(change.transaction['id'], if(event_kind = 'transaction', change.id, null))" -%}
with

-- A changed key arrives as a delete with the header of the first name, and a create with that of the second.
moves as (
    select
        *,
        get(filter(record.kafka_headers, h -> h.key in ('__debezium.newkey', '__debezium.oldkey')), 0) as moved
    from {{ relation }}
),

changes as (
    select
        * except (moved),
        moved.key as moved_header,
        -- JSON, its base64 as old mirrors write it, or Connect's text of a struct. Null where it is none: then the two records are a delete and an insert.
        case
            when moved is not null then get(transform(
                transform(
                    transform(
                        transform(
                            array(cast({{ rosetta_cdc.without_schema_id('moved.value') }} as string)),
                            text -> if(startswith(text, 'eyJ'), coalesce(cast(try_to_binary(text, 'base64') as string), text), text)
                        ),
                        text -> {{ rosetta_cdc.exact_text('text') }}
                    ),
                    text -> coalesce(
                        from_json(text, 'payload map<string, string>').payload,
                        from_json(text, 'map<string, string>'),
                        str_to_map(nullif(regexp_extract(text, r'^Struct\{((?:[^,={}]+=[^,={}]*(?:,(?!\})|(?=\})))+)\}$', 1), ''), ',', '=')
                    )
                ),
                key -> if({{ rosetta_cdc.has_cells('key') }}, {{ rosetta_cdc.values_of_cells('key') }}, key)
            ), 0)
        end as other_key,
        change.source['connector'] as connector,
        -- Flink CDC writes a schema change as it is kept in Debezium's own history.
        coalesce(change.ddl, get_json_object(change.historyRecord, '$.ddl')) as ddl,
        coalesce(change.tableChanges, get_json_object(change.historyRecord, '$.tableChanges')) as table_changes,
        -- Flink CDC writes false into the snapshot field of rows that it has read.
        coalesce(change.source['snapshot'], 'false') <> 'false'
        or coalesce(change.op = 'r' and change.source['connector'] is distinct from 'cassandra', false) as is_snapshot,
        -- Cassandra's ts_ms is in microseconds.
        coalesce(
            change.source['ts_us'],
            {#- CockroachDB's changefeeds write nanoseconds alone. #}
            if(change.source['ts_ms'] is null, regexp_replace(change.source['ts_ns'], '[0-9]{3}$', ''), null),
            if(change.source['connector'] = 'cassandra' and length(change.source['ts_ms']) > 14, change.source['ts_ms'], null)
        ) as source_micros
    from moves
),

classified as (
    select
        *,
        -- A snapshot begins with statements that would make its tables, DROP among them: nobody has executed them. An insert of Cassandra or ScyllaDB writes over what is there;
        -- Cassandra's `r` deletes between keys.
        {{ rosetta_cdc.operation_columns('change.op', {
            'update_before': "change.op = 'd' and other_key is not null and moved_header = '__debezium.newkey'",
            'update_after': "change.op = 'c' and other_key is not null and moved_header = '__debezium.oldkey'",
            'snapshot': "change.op = 'r' and connector is distinct from 'cassandra' or change.op in ('c', 'i') and is_snapshot",
            'upsert': "change.op in ('c', 'i') and connector in ('cassandra', 'scylla')",
            'insert': ['C'], 'update': ['U'], 'delete': ['D'],
            'truncate': "change.op = 't' or " ~ rosetta_cdc.is_truncate('ddl'),
            'marker': ['M'],
            'ddl': "change.op is null and coalesce(ddl, table_changes) is not null and not is_snapshot",
            'transaction': "change.op is null and change.status in ('BEGIN', 'END')",
            'heartbeat': "change.op is null and change.aggregate_type is null and change.ts_ms is not null and ("
                ~ "change.source is null or connector = 'TiCDC' and change.before is null and change.after is null)"
        }) }},
        -- A transformation of YugabyteDB's takes the values out of their cells. Its connector for logical replication calls itself `postgresql`.
        coalesce(
            connector in ('cassandra', 'scylla')
            or may_have_cells and (
                {{ rosetta_cdc.has_cells('coalesce(change.after, change.before)') }}
                or connector = 'yugabytedb' and exists(map_values(coalesce(change.after, change.before)), v -> endswith(v, ',"set":true}'))
            ),
            false
        ) as has_cells
    from changes
),

timed as (
    select
        *,
        {{ rosetta_cdc.debezium_times(
            'source_micros', "change.source['ts_ms']", read='change.ts_ms', total_order="change.transaction['total_order']"
        ) }},
        {{ rosetta_cdc.debezium_position('change.source') }},
        -- The columns of the Kafka key whose values the source has sent.
        if(may_lack_values, {{ rosetta_cdc.sent_values('key_values') }}, key_values) as known_key,
        {{ rosetta_cdc.debezium_images() }} as images
    from classified
),

identified as (
    select
        *,
        -- PostgreSQL sends the key alone of a table without REPLICA IDENTITY FULL: what is NULL or zero in all other columns is unknown.
        connector = 'postgresql' and (size(key_values) > 0 or bare_key is not null) and {{ rosetta_cdc.has_key_alone('images[0]') }} as is_key_alone,
        -- The key before a move, of which both of its records know: one by its header. A transformation of keys may have added columns to Kafka's, or renamed them; headers have the connector's own.
        {%- for name, is_of_other, own_image in [('former_key', "op <> 'update_before'", 0), ('later_key', "op = 'update_before'", 1)] %}
        case
            when other_key is null then null
            when {{ is_of_other }} then other_key
            else map_from_arrays(
                map_keys(other_key),
                transform(map_keys(other_key), n -> coalesce(key_values[n], images[{{ own_image }}][n], if(size(other_key) = 1, bare_key, null)))
            )
        end as {{ name }}{{ ',' if not loop.last }}
        {%- endfor %}
    from timed
),

mapped as (
    select
        identified.* except (
            change, moved_header, other_key, connector, ddl, table_changes, has_cells, is_snapshot, source_micros, unusable, described_columns, images, is_key_alone,
            former_key, later_key, known_key, key_values, connect_schema, connect_schema_version, unavailable_values, may_lack_values, sends_key_alone, may_have_cells, is_partial, lacks_document, key_is_unread, decoding_error_detail, topic_table
        ),
        -- SeaTunnel writes database for db.
        coalesce(
            nullif(change.source['db'], ''), nullif(change.source['keyspace'], ''), nullif(change.source['database'], ''), nullif(change.databaseName, ''),
            {#- CockroachDB, changefeeds with envelope=enriched. #}
            nullif(change.source['database_name'], '')
        ) as database_name,
        nullif(coalesce(change.source['schema'], change.schemaName, change.source['schema_name']), '') as schema_name,
        -- A statement of several tables has all of their names here; which is meant says its text.
        case
            when change.op is null and contains(change.source['table'], ',') then null
            else nullif(coalesce(change.source['table'], change.source['collection'], change.source['table_name']), '')
        end as table_name,
        change.op as source_op,
        -- Columns that a transformation has added to the Kafka key are those of both keys.
        case when other_key is not null then {{ rosetta_cdc.overlay('known_key', 'other_key') }} end as other_key_values,
        known_key as key_values,
        -- That of a schema change names its database.
        case
            when event_kind <> 'row_change' and not is_tombstone then null
            when size(key_values) > 0 then array_distinct(map_keys(key_values))
            when connector = 'mongodb' then array('_id')
            else from_json(coalesce(change.source['pkNames'], change.source['primary_keys']), 'array<string>')
        end as declared_key,
        case
            when size(key_values) > 0 then 'kafka_key' when connector = 'mongodb' or change.source['pkNames'] is not null or not key_is_unread then 'declared'
        end as declared_key_basis,
        case
            when size(images[0]) > 0 then if(is_key_alone, map_filter(images[0], (k, v) -> {{ rosetta_cdc.is_of_key('k', 'v') }}), images[0])
            -- A delete without an image tells its row by the Kafka key, of which a bare one is named later.
            when op in ('delete', 'update_before') and size(key_values) > 0 then key_values
            when op in ('delete', 'update_before') and bare_key is not null then cast(map() as map<string, string>)
        end as before,
        {{ rosetta_cdc.with_key_columns('images[1]', 'known_key') }} as after,
        not coalesce(is_partial or is_key_alone or connector = 'cassandra', false) and size(images[0]) = size(change.before) and size(change.before) > 0 as before_complete,
        not coalesce(is_partial, false) and size(images[1]) = size(change.after) as after_complete,
        -- Those of cells are not the types of columns.
        case when not has_cells then {{ rosetta_cdc.column_types_from_list('described_columns') }} end as column_types,
        coalesce(
            {{ rosetta_cdc.debezium_transaction(transaction) }},
            change.source['gtid'], nullif(change.source['txId'], ''),
            change.source['server_transaction_id']
        ) as transaction_id,
        -- A position of one change tells its halves. Elsewhere the former key does, which a header may write otherwise than the key.
        case
            when other_key is null then null
            when sequence_number is not null then source_position
            else concat_ws(' ', source_position, {{ rosetta_cdc.moved_key_text('former_key', 'later_key') }})
        end as pair_token,
        if(event_kind = 'marker', null, ddl) as ddl_text,
        map_filter(
            map_concat(
                map(
                    'schema.name', connect_schema,
                    'schema.version', connect_schema_version,
                    'transaction.id', if(
                        {{ rosetta_cdc.debezium_transaction(transaction) }} <> {{ transaction }},
                        {{ transaction }},
                        null
                    ),
                    'transaction.data_collection_order', change.transaction['data_collection_order'],
                    'tableChanges', table_changes,
                    'ddl', if(event_kind = 'marker', ddl, null),
                    'status', change.status,
                    'event_count', change.event_count,
                    'data_collections', change.data_collections,
                    'message.prefix', change.message.prefix,
                    'message.content', change.message.content,
                    'aggregate_type', change.aggregate_type,
                    'type', change.type,
                    'additional_data', change.additional_data,
                    'deletion_ts', if(has_cells, array_max(transform(map_values(change.after), c -> get_json_object(c, '$.deletion_ts'))), null)
                ),
                case
                    when change.source is null or {{ rosetta_cdc.has_duplicate_keys('change.source') }} then map()
                    else transform_keys(change.source, (k, v) -> concat('source.', k))
                end
            ),
            (k, v) -> v is not null
        ) as source_metadata,
        -- Flink SQL, Flink CDC and SeaTunnel need not write a source, or write an empty one.
        if(decoding_error_detail is not null, struct(message_error as code, decoding_error_detail as detail), {{ rosetta_cdc.first_problem([
            ('format_mismatch', "event_kind = 'marker' and coalesce(change.op, change.aggregate_type, ddl) is null"),
            (
                'missing_field',
                "topic_table is null and (change.op is not null and change.source is null or event_kind = 'row_change' and coalesce("
                    ~ "nullif(change.source['table'], ''), change.source['collection'], change.source['table_name']) is null)",
                rosetta_cdc.unnamed_table()
            ),
            ('missing_image', 'lacks_document', "'the update tells what changed inside values and has not the document'"),
            ('unknown_operation', "op = 'unknown' and (change.before is not null or change.after is not null)"),
            ('invalid_field', 'unusable is not null')
        ]) }}) as problem
    from identified
)

select * from mapped
{%- endmacro %}
