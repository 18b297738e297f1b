with

messages as (
    {{ cdc_messages('oms_shareplex', with_rules=true) }}
),

parsed as (
    {{ parse_messages('messages', shareplex_envelope(), numbers='json') }}
),

changes as (
    {{ shareplex_changes('parsed') }}
),

named as (
    select
        *,
        case when instr(message.meta.`table`, '.') > 0 then left(message.meta.`table`, instr(message.meta.`table`, '.') - 1) end as database_name,
        substring(message.meta.`table`, instr(message.meta.`table`, '.') + 1) as table_name
    from changes
),

ruled as (
    select
        *,
        {{ topic_rule(schema_name='cast(null as string)') }} as topic_rule
    from named
),

timed as (
    select
        *,
        -- Local times of the OMS server; without the zone from the registry they are no instants.
        {{ local_timestamp('message.meta.time', 'topic_rule.source_time_zone') }} as committed_at,
        {{ local_timestamp('message.meta.posttime', 'topic_rule.source_time_zone') }} as produced_at,
        {{ unusable_fields({
            'meta.time': ['message.meta.time', local_timestamp('message.meta.time', "'UTC'")],
            'meta.posttime': ['message.meta.posttime', local_timestamp('message.meta.posttime', "'UTC'")],
            'meta.seq': ['message.meta.seq', 'transaction_order']
        }) }} as unusable,
        -- rowid is the table's name and the key's values without their names.
        split(substring(message.meta.rowid, length(message.meta.`table`) + 2), char(1)) as rowid_values
    from ruled
),

mapped as (
    select
        * except (message, unusable, rowid_values, topic_rule, topic_rules),
        case
            when size(topic_rule.primary_key) = size(rowid_values) then map_from_arrays(topic_rule.primary_key, rowid_values)
        end as key_values,
        'statement' as committed_at_basis,
        nullif(message.meta.scn, 'null') as source_position,
        {{ store_sequence('message.meta.scn') }} as sequence_number,
        {{ metadata({
            'meta.rowid': 'message.meta.rowid',
            'meta.size': 'message.meta.size',
            'meta.idx': 'message.meta.idx',
            'meta.time': 'case when committed_at is null then message.meta.time end',
            'meta.posttime': 'case when produced_at is null then message.meta.posttime end'
        }) }} as source_metadata,
        {{ shareplex_errors("message.meta.userid is not null") }}
    from timed
),

staged as (
    {{ staged_rows('mapped', 'oms_shareplex', absent=[
        'row_index', 'rows_in_record', 'schema_name', 'declared_key', 'declared_key_basis', 'column_types', 'read_at', 'pair_token'
    ]) }}
)

select * from staged
