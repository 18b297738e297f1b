{#-
    Completes the rows that a staging model has mapped to change events: registry rule, identity, keys, dead letters.

    relation: CTE with the columns of `parse_messages` and the mapped ones (see `mapped_columns`). format: the format's code.
    absent: names of mapped columns that the format does not have, or ['all'] where there is only row_error_detail. null_keys: may a declared key hold NULL (false where a unique
    key may stand in for the primary key). source_format: SQL expression where the code is not the same for all rows.

    Returns the columns of `event_columns`. Error codes in order: what keeps the message from being read, wrong_type,
    the row's own error, missing_image, duplicate_column. A dead letter keeps its identity, names, operation and times, never an image.
-#}
{% macro event_rows(relation, format, absent=[], null_keys=true, source_format=none) -%}
    {%- set record_columns = [
        'kafka_cluster', 'kafka_topic', 'kafka_topic_incarnation', 'kafka_partition', 'kafka_offset', 'kafka_timestamp',
        'landing_id', 'landed_at', 'landed_date', 'format_basis', 'message_text'
    ] -%}
    {%- if absent == ['all'] -%}
        {%- set absent = mapped_columns().keys() | reject('equalto', 'row_error_detail') | list -%}
    {%- endif -%}
    {%- set defaults = {'row_index': '0', 'rows_in_record': '1'} -%}
    {#- Names of a message that was not read as its format are not to be trusted, nor is a rule chosen by them. -#}
    {%- set names = {} -%}
    {%- for name in ['database_name', 'schema_name', 'table_name'] -%}
        {%- do names.update({
            name: 'cast(null as string)' if name in absent else 'case when is_read or message_text is null then ' ~ name ~ ' end'
        }) -%}
    {%- endfor -%}
    with

    checked as (
        select
            *,
            message_error is null and not is_malformed and message_text is not null and coalesce(row_error <> 'format_mismatch', true) as is_read
        from {{ relation }}
    ),

    judged as (
        select
            {{ record_columns | join(', ') }},
            {%- for name, type in mapped_columns().items() %}
            {%- if name in absent %}
            cast({{ defaults.get(name, 'null') }} as {{ type }}) as {{ name }},
            {%- elif name in names %}
            {{ names[name] }} as {{ name }},
            {%- else %}
            {{ name }},
            {%- endif %}
            {%- endfor %}
            row_error,
            {%- if source_format %}
            {{ source_format }},
            {%- endif %}
            is_read,
            {{ topic_rule(names.database_name, names.schema_name, names.table_name) }} as rule,
            case
                when message_text is null then null
                when message_error is not null then message_error
                when is_malformed then 'wrong_type'
                when row_error is not null then row_error
                when event_kind = 'row_change' and if(op in ('delete', 'update_before'),
                    {{- ' true' if 'before' in absent else ' before is null' }}, {{ 'true' if 'after' in absent else 'after is null' }}) then 'missing_image'
                {%- for name in ['after', 'before', 'column_types'] if name not in absent %}
                when {{ has_duplicate_keys(name) }} then 'duplicate_column'
                {%- endfor %}
            end as error_code
        from checked
    ),

    keyed as (
        select
            *,
            error_code is null and (message_text is null or event_kind in ('row_change', 'tombstone')) as has_key,
            coalesce(rule.source_name, concat(kafka_cluster, '/', kafka_topic)) as source_name,
            coalesce(rule.primary_key, declared_key) as key_names,
            case
                when rule.primary_key is not null then 'registry'
                when declared_key is not null then declared_key_basis
                else 'none'
            end as key_basis
        from judged
    ),

    picked as (
        select
            *,
            case when has_key then {{ pick_columns(
                'key_names',
                "case when op in ('delete', 'update_before') then before else coalesce(after, before) end",
                'key_values'
            ) }} end as primary_key,
            case when has_key and op in ('update', 'upsert') and before is not null
                then {{ pick_columns('key_names', 'before') }} end as key_before
        from keyed
    ),

    named as (
        select
            *,
            case when {{ key_is_usable('primary_key', null_keys) }} then {{ row_key('primary_key', 'column_types') }} end as row_key,
            case when {{ key_is_usable('key_before', null_keys) }} then {{ row_key('key_before', 'column_types') }} end as row_key_before,
            case when table_name is not null then concat_ws(
                '.',
                {{ escaped_name('source_name') }},
                coalesce({{ escaped_name('database_name') }}, case when schema_name is not null then '' end),
                {{ escaped_name('schema_name') }},
                {{ escaped_name('table_name') }}
            ) end as table_id
        from picked
    )

    select
        concat(
            kafka_cluster, '/', kafka_topic,
            case when kafka_topic_incarnation > 0 then concat('~', kafka_topic_incarnation) else '' end,
            '/', kafka_partition, '/', kafka_offset, '/', row_index
        ) as event_id,
        kafka_cluster,
        kafka_topic,
        kafka_topic_incarnation,
        kafka_partition,
        kafka_offset,
        row_index,
        rows_in_record,
        kafka_timestamp,
        landing_id,
        landed_at,
        landed_date,
        coalesce(rule.registry_digest, 'unregistered') as registry_digest,
        source_name,
        {{ source_format or "'" ~ format ~ "'" }} as source_format,
        format_basis,
        database_name,
        schema_name,
        table_name,
        table_id,
        case
            when error_code is not null then 'dead_letter'
            when message_text is null then 'tombstone'
            else event_kind
        end as event_kind,
        case when is_read then op end as op,
        source_op,
        primary_key,
        case when row_key_before <> row_key then key_before end as previous_primary_key,
        row_key,
        case when row_key_before <> row_key then row_key_before end as previous_row_key,
        case when has_key then key_basis else 'none' end as key_basis,
        case when error_code is null then before end as before,
        case when error_code is null then after end as after,
        case when error_code is null and before is not null then before_complete end as before_complete,
        case when error_code is null and after is not null then after_complete end as after_complete,
        case when error_code is null then column_types end as column_types,
        committed_at,
        case when committed_at is null then 'none' else committed_at_basis end as committed_at_basis,
        read_at,
        produced_at,
        source_position,
        sequence_number,
        transaction_id,
        transaction_order,
        concat(table_id, '/', pair_token) as pair_id,
        case when error_code is null then ddl_text end as ddl_text,
        case when is_read then source_metadata end as source_metadata,
        error_code,
        case when error_code is not null then {{ error_detail(format) }} end as error_detail
    from named
{%- endmacro %}
