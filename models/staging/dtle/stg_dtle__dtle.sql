{% set source_fields %}
    server string, version string, name string, server_id string, ts_sec string, gtid string, file string, pos string, `row` string,
    snapshot string, thread string, query string, connector string, db string, `table` string
{% endset %}

{# With a schema the change lies in payload, without one at the top; schema-change records have source, position and ddl. #}
{% set envelope %}
    schema struct<
        name string, version string,
        fields array<struct<field string, fields array<struct<{{ rosetta_cdc.connect_column_fields() }}>>>>
    >,
    payload struct<
        before map<string, string>, after map<string, string>, source struct<{{ source_fields }}>, op string, ts_ms string
    >,
    before map<string, string>, after map<string, string>, source struct<{{ source_fields }}>, op string, ts_ms string,
    position struct<ts_sec string, file string, pos string, gtids string, snapshot string>,
    databaseName string, ddl string, tableChanges string
{% endset %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(['dtle']) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', envelope) }}
),

keyed as (
    {{ rosetta_cdc.kafka_key_columns('parsed', in_envelope=true) }}
),

changes as (
    select
        *,
        coalesce(
            message.payload,
            case when message.op is not null then named_struct(
                'before', message.before, 'after', message.after, 'source', message.source, 'op', message.op, 'ts_ms', message.ts_ms
            ) end
        ) as change
    from keyed
),

classified as (
    select
        *,
        split(message.schema.name, r'\.') as change_name,
        split(key_schema, r'\.') as key_name,
        change.op as source_op,
        case
            when change.op in ('c', 'u', 'd', 'r') then 'row_change'
            when change.op = 't' then 'truncate'
            when change is not null then 'marker'
            when message.ddl is not null then if({{ rosetta_cdc.is_truncate('message.ddl') }}, 'truncate', 'ddl')
            when {{ rosetta_cdc.is_null_envelope('message_text') }} then 'tombstone'
        end as event_kind,
        case
            -- A full load writes creates that are marked as snapshot.
            when change.op = 'c' then if(lower(change.source.snapshot) = 'true', 'snapshot', 'insert')
            when change.op = 'u' then 'update'
            when change.op = 'd' then 'delete'
            when change.op = 'r' then 'snapshot'
            when change.op = 't' or {{ rosetta_cdc.is_truncate('message.ddl') }} then 'truncate'
            when change.op <> 'm' then 'unknown'
        end as op,
        coalesce(change.source.ts_sec, message.position.ts_sec) as seconds,
        coalesce(change.source.file, message.position.file) as file,
        coalesce(change.source.pos, message.position.pos) as pos,
        coalesce(change.source.`row`, '0') as row_in_event
    from changes
),

timed as (
    select
        *,
        -- The clock of dtle itself when it read the change, whole seconds.
        {{ rosetta_cdc.checked_fields({
            'committed_at': ['seconds', 'seconds', 'ts_sec'],
            'read_at': ['change.ts_ms', 'milliseconds', 'ts_ms']
        }) }},
        {{ rosetta_cdc.connect_columns('message.schema') }} as described_columns
    from classified
),

mapped as (
    select
        timed.* except (
            message, change, key_values, key_schema, key_name, change_name, seconds, file, pos, row_in_event, unusable,
            described_columns
        ),
        -- The names of the Connect schemas are server.database.table.Envelope and server.database.table.Key.
        coalesce(
            nullif(change.source.db, ''), nullif(message.databaseName, ''),
            get(change_name, size(change_name) - 3), case when is_tombstone or event_kind = 'tombstone' then get(key_name, size(key_name) - 3) end
        ) as database_name,
        coalesce(
            nullif(change.source.`table`, ''), get(change_name, size(change_name) - 2),
            case when is_tombstone or event_kind = 'tombstone' then get(key_name, size(key_name) - 2) end
        ) as table_name,
        case when size(key_values) > 0 then array_distinct(map_keys(key_values)) end as declared_key,
        case when not {{ rosetta_cdc.key_is_unread() }} then 'kafka_key' end as declared_key_basis,
        key_values,
        change.before,
        change.after,
        -- A change has the columns that its schema lists. Without a schema, nothing tells whether all of them were logged.
        size(change.before) >= array_size(described_columns) as before_complete,
        if(op in ('insert', 'snapshot'), true, size(change.after) >= array_size(described_columns)) as after_complete,
        {{ rosetta_cdc.column_types_from_list('described_columns') }} as column_types,
        'reader' as committed_at_basis,
        case when file <> '' then concat_ws(':', file, pos, row_in_event) end as source_position,
        {{ rosetta_cdc.binlog_number('file', 'pos', 'row_in_event') }} as sequence_number,
        change.source.gtid as transaction_id,
        message.ddl as ddl_text,
        {{ rosetta_cdc.metadata({
            'schema.name': 'message.schema.name',
            'schema.version': 'message.schema.version',
            'source.server': 'message.source.server',
            'source.version': 'change.source.version',
            'source.name': 'change.source.name',
            'source.server_id': 'change.source.server_id',
            'source.file': 'change.source.file',
            'source.pos': 'change.source.pos',
            'source.row': 'change.source.`row`',
            'source.snapshot': 'change.source.snapshot',
            'source.thread': 'change.source.thread',
            'source.query': 'change.source.query',
            'position.file': 'message.position.file',
            'position.pos': 'message.position.pos',
            'position.gtids': 'message.position.gtids',
            'position.snapshot': 'message.position.snapshot',
            'tableChanges': "regexp_replace(message.tableChanges, r':\"(-?[0-9]+)\"', ':$1')"
        }) }} as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', 'event_kind is null or change.source.connector is not null'),
            ('format_mismatch', 'change is not null and change.source.ts_sec is null'),
            ('format_mismatch', 'message.ddl is not null and message.position is null'),
            ('missing_field', 'change is not null and change.op is null', "'op is missing'"),
            ('unknown_operation', "op = 'unknown' and (change.before is not null or change.after is not null)"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from timed
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
