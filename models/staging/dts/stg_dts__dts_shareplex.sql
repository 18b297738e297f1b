with

messages as (
    {{ cdc_messages('dts_shareplex') }}
),

parsed as (
    {{ parse_messages('messages', shareplex_envelope(), numbers='text') }}
),

changes as (
    {{ shareplex_changes('parsed') }}
),

timed as (
    select
        *,
        -- UTC by the document, whether or not the text ends in Z.
        {{ local_timestamp('message.meta.time', "'UTC'") }} as committed_at,
        {{ local_timestamp('message.meta.posttime', "'UTC'") }} as produced_at,
        {{ unusable_fields({
            'meta.time': ['message.meta.time', local_timestamp('message.meta.time', "'UTC'")],
            'meta.posttime': ['message.meta.posttime', local_timestamp('message.meta.posttime', "'UTC'")],
            'meta.seq': ['message.meta.seq', 'transaction_order']
        }) }} as unusable
    from changes
),

mapped as (
    select
        * except (message, unusable),
        -- OWNER.TABLE: the owner is an Oracle schema, the database is not in the message.
        case when instr(message.meta.`table`, '.') > 0 then left(message.meta.`table`, instr(message.meta.`table`, '.') - 1) end as schema_name,
        substring(message.meta.`table`, instr(message.meta.`table`, '.') + 1) as table_name,
        case when message.meta.rowid is not null then array('rowid') end as declared_key,
        'surrogate' as declared_key_basis,
        case when message.meta.rowid is not null then map('rowid', message.meta.rowid) end as key_values,
        'commit' as committed_at_basis,
        nullif(message.meta.scn, 'null') as source_position,
        {{ whole_number('message.meta.scn') }} as sequence_number,
        {{ metadata({
            'meta.userid': 'message.meta.userid',
            'meta.rowid': 'message.meta.rowid',
            'meta.size': 'message.meta.size',
            'meta.idx': 'message.meta.idx'
        }) }} as source_metadata,
        {{ shareplex_errors("startswith(message.meta.rowid, concat(message.meta.`table`, '-'))") }}
    from timed
),

staged as (
    {{ staged_rows('mapped', 'dts_shareplex', absent=[
        'row_index', 'rows_in_record', 'database_name', 'column_types', 'read_at', 'pair_token'
    ]) }}
)

select * from staged
