{% set parsed = "'" ~ rosetta_cdc.formats_with('model') | join("', '") ~ "'" %}
{% set without_parser = "'" ~ rosetta_cdc.formats_with('model', is_given=false) | join("', '") ~ "'" %}

with

registered as (
    select
        {{ rosetta_cdc.record_columns() | join(', ') }},
        cast(kafka_value as string) as message_text,
        'registry' as format_basis,
        format as looks_like
    from {{ rosetta_cdc.records_of(source('raw', 'kafka_messages')) }}
    where format not in ('auto', {{ parsed }})
),

recognised as (
    select
        {{ rosetta_cdc.record_columns() | join(', ') }},
        message_text,
        'structure' as format_basis,
        recognised_format as looks_like
    from {{ rosetta_cdc.records_of(ref('recognised_messages'), ['kafka_key', 'message_text', 'recognised_format']) }}
    where recognised_format not in ({{ parsed }})
),

messages as (
    select * from registered
    union all
    select * from recognised
),

parsed as (
    {{ rosetta_cdc.parse_messages('messages', 'any string') }}
),

mapped as (
    select
        parsed.* except (message, is_malformed, message_error, looks_like),
        false as is_malformed,
        cast(null as string) as event_kind,
        cast(null as string) as op,
        case when format_basis = 'registry' or looks_like in ({{ without_parser }}) then looks_like else 'auto' end as source_format,
        -- A registered topic in a format without a parser may well be binary: that is no fault of the message.
        case when format_basis = 'structure' then message_error end as message_error,
        {{ rosetta_cdc.first_problem([
            ('unsupported_format', "format_basis = 'registry' or looks_like in (" ~ without_parser ~ ')', "concat('there is no parser for ', looks_like)"),
            (
                'unrecognised_format',
                "looks_like = 'shareplex'",
                "'SharePlex of an unknown vendor: register the topic as dts_shareplex or oms_shareplex'"
            ),
            (
                'unrecognised_format',
                "looks_like = 'dts_avro_json'",
                "'a DTS Avro record turned into JSON: land the bytes that DTS sends, and register the topic as dts_avro'"
            ),
            ('unrecognised_format', "looks_like = 'connect_key'", "'the key of a Kafka Connect record stands in the place of its value'"),
            (
                'unrecognised_format',
                "startswith(looks_like, 'rows_of_')",
                "concat('the row and the operation alone: register the topic as ', substring(looks_like, 9), "
                    ~ "', with the groups database and table in topic_pattern, and with its key columns')"
            ),
            ('unrecognised_format', 'true', "'the structure is that of no known format'")
        ]) }} as problem
    from parsed
),

staged as (
    {{ rosetta_cdc.staged_rows('mapped') }}
)

select * from staged
