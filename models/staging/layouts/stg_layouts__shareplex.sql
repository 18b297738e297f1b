{% set formats = rosetta_cdc.formats_of_models(['stg_layouts__shareplex']) %}
{% set zone = "coalesce(topic_rule.source_time_zone, if(is_oms, null, 'UTC'))" %}

with

messages as (
    {{ rosetta_cdc.cdc_messages(formats, with_rules=true) }}
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', rosetta_cdc.shareplex_envelope()) }}
),

changes as (
    {{ rosetta_cdc.shareplex_changes('parsed') }}
),

-- The owner in OWNER.TABLE is the database at OMS, an Oracle schema at DTS, whose messages do not name the database.
named as (
    select
        *,
        source_format = 'oms_shareplex' as is_oms,
        case when source_format = 'oms_shareplex' then owner end as database_name,
        case when source_format = 'dts_shareplex' then owner end as schema_name
    from changes
),

ruled as (
    select
        * except (topic_rules, topic_options),
        {{ rosetta_cdc.topic_rule() }} as topic_rule
    from named
),

timed as (
    select
        *,
        -- Times are local to the OMS server, no instants without the zone from the registry. Those of DTS are UTC, whether or not the text ends in Z;
        -- Quest's own are the source's.
        {{ rosetta_cdc.local_timestamp('message.meta.time', zone) }} as committed_at,
        {{ rosetta_cdc.local_timestamp('message.meta.posttime', zone) }} as produced_at,
        if(is_oms, message.meta.userid is not null, startswith(message.meta.rowid, concat(message.meta.`table`, '-'))) as is_of_other_vendor,
        -- At OMS rowid is the table's name and the key's values without their names, at DTS Oracle's row id.
        case when is_oms then split(substring(message.meta.rowid, length(message.meta.`table`) + 2), char(1)) end as rowid_values
    from ruled
),

-- A time without a known zone is no instant, yet it can be read.
checked as (
    select
        *,
        {{ rosetta_cdc.unusable_fields({
            'meta.time': ['message.meta.time', 'coalesce(committed_at, ' ~ rosetta_cdc.local_timestamp('message.meta.time', "'UTC'") ~ ')'],
            'meta.posttime': ['message.meta.posttime', 'coalesce(produced_at, ' ~ rosetta_cdc.local_timestamp('message.meta.posttime', "'UTC'") ~ ')'],
            'meta.seq': ['message.meta.seq', 'transaction_order']
        }) }} as unusable
    from timed
),

mapped as (
    select
        * except (message, owner, is_oms, is_of_other_vendor, unusable, rowid_values, topic_rule),
        case when not is_oms and message.meta.rowid is not null then array('rowid') end as declared_key,
        case when not is_oms and message.meta.rowid is not null then 'surrogate' end as declared_key_basis,
        case
            when not is_oms and message.meta.rowid is not null then map('rowid', message.meta.rowid)
            when size(topic_rule.primary_key) = size(rowid_values) then map_from_arrays(topic_rule.primary_key, rowid_values)
        end as key_values,
        if(is_oms, 'statement', 'commit') as committed_at_basis,
        nullif(message.meta.scn, 'null') as source_position,
        case
            when is_oms then {{ rosetta_cdc.store_sequence('message.meta.scn') }}
            -- The transaction's number and the place in it, which orders changes that lie in several partitions.
            when message.meta.scn rlike '^[0-9]{1,28}$'
                then try_cast(concat(message.meta.scn, lpad(if(transaction_order < 10000000000, transaction_order, 0), 10, '0')) as decimal(38, 0))
        end as sequence_number,
        {{ rosetta_cdc.metadata({
            'meta.userid': 'message.meta.userid',
            'meta.rowid': 'message.meta.rowid',
            'meta.size': 'message.meta.size',
            'meta.idx': 'message.meta.idx',
            'meta.time': 'case when committed_at is null and is_oms then message.meta.time end',
            'meta.posttime': 'case when produced_at is null and is_oms then message.meta.posttime end'
        }) }} as source_metadata,
        {{ rosetta_cdc.first_problem([
            ('format_mismatch', 'message.meta is null or is_of_other_vendor'),
            ('missing_field', 'source_op is null', "'meta.op is missing'"),
            ('unknown_operation', "op = 'unknown' and size(after) > 0"),
            ('invalid_field', 'unusable is not null')
        ]) }} as problem
    from checked
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
