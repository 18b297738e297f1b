{#-
    Makes change events of the rows of staging models, adding what the message does not say: the registry's rule, source and table identity, keys.
    Done once, over the union of all formats.

    relation: CTE with the columns of `staged_columns`. Returns the columns of `event_columns`, save those of the run.
    A name that the message lacks is the one that the registry's patterns take from the topic, for what concerns a table. In a format that is `named_by_topic`, where the topic names the table
    all names are the topic's. With the option `table_names=lower` names are in small letters, as a server with lower_case_table_names=1 has them. A dead letter that was read as its format has an op. DDL that names a
    database or schema alone is of no table.
    Key columns are the registry's, else the declared, surrogate or Kafka key's; their values come from the image after the change, for a delete from the
    one before it, else from key_values, or from the bare key (see `columns_of_bare_key`); those before an update from the image before it, else from previous_key_values. Where the registry says `*`, the table has no key, and a row
    is known by all its columns if the message has whole images (see `all_columns_are_known`): those that are not NULL, so that a column added later leaves its rows as they are. Their text
    is hashed, for it may be long, and is then no other key's. Only the registry says so: a message without key columns may be of a table with a key, and lack them.
    An image is whole, or not, if the message says so; if it does not, the registry's option row_image says it, else the image is not. Only loaded rows have a whole one in a topic with
    `row_image=partial`: MySQL leaves columns that the statement does not name out of an INSERT, too (binlog_row_image). With `row_image=partial_as_null` a NULL of any change but an insert or a loaded row
    is a column that was not sent. With `key_values=kafka_key` the image says nothing of the key, neither after a change nor before it.
    With `binary_format=hex` the declared type `bytes` is `hex bytes`.
    Steps are pipes, not CTEs: Spark 4.2 plans a chain of CTEs in time that grows with the square of its length, and here the whole union hangs on it.
    Each step writes its row anew: what the steps do not change travels in one column, staged_row, that is copied whole.
-#}
{% macro event_rows(relation) -%}
    {%- set is_of_table = "(staged_row.event_kind in ('row_change', 'tombstone', 'truncate', 'ddl') or (staged_row.event_kind = 'dead_letter' and staged_row.op is not null))" -%}
    {%- set takes_name = {
        'database_name': is_of_table,
        'schema_name': is_of_table,
        'table_name': is_of_table ~ " and (staged_row.event_kind <> 'ddl' or coalesce(staged_row.database_name, staged_row.schema_name) is null)"
    } -%}
    {%- set names = {} -%}
    {%- set named_by_topic = rosetta_cdc.formats_with('named_by_topic') -%}
    {%- for name, condition in takes_name.items() -%}
        {%- do names.update({name: 'coalesce(' ~ ('if(is_named_by_topic, null, staged_row.' ~ name ~ ')' if named_by_topic else 'staged_row.' ~ name)
            ~ ', case when ' ~ condition ~ ' then topics.' ~ name ~ ' end)'}) -%}
    {%- endfor -%}
    select struct(*) as staged_row
    from {{ relation }}

    |> left join {{ ref('cdc_topic_rules') }} as topics
        on staged_row.kafka_cluster = topics.kafka_cluster and staged_row.kafka_topic = topics.kafka_topic

    |> select
        staged_row,
        {%- if named_by_topic %}
        topics.table_name is not null and staged_row.source_format in ('{{ named_by_topic | join("', '") }}') as is_named_by_topic,
        {%- endif %}
        struct(
            {%- for name, value in names.items() %}
            if(topics.topic_options['table_names'] = 'lower', lower({{ value }}), {{ value }}) as {{ name }}{{ ',' if not loop.last }}
            {%- endfor %}
        ) as names,
        {{ rosetta_cdc.topic_rule(names.database_name, names.schema_name, names.table_name) }} as rule,
        topics.topic_options['row_image'] as row_image,
        topics.topic_options['key_values'] <=> 'kafka_key' as has_kafka_keys,
        topics.topic_options['binary_format'] <=> 'hex' as has_hexadecimal_bytes,
        coalesce(topics.topic_options['row_image'] = 'partial_as_null' and staged_row.op not in ('insert', 'snapshot'), false) as null_is_unsent,
        staged_row.error_code is null and staged_row.event_kind in ('row_change', 'tombstone') as has_key

    |> extend
        coalesce(rule.source_name, concat(staged_row.kafka_cluster, '/', staged_row.kafka_topic)) as source_name,
        get(rule.primary_key, 0) <=> '*' as is_keyless

    |> extend
        case when has_key and not is_keyless then coalesce(rule.primary_key, staged_row.declared_key) end as key_names,
        case
            when has_kafka_keys and not is_keyless then coalesce(staged_row.key_values, cast(map() as map<string, string>))
            when staged_row.op in ('delete', 'update_before') then staged_row.before
            else coalesce(staged_row.after, staged_row.before)
        end as key_image,
        struct(
            case when staged_row.before is not null then
                not row_image <=> 'partial' and coalesce(staged_row.before_complete, row_image = 'full' or is_keyless, false)
                    and not (null_is_unsent and exists(map_values(staged_row.before), v -> v is null))
            end as before_complete,
            case when staged_row.after is not null then
                (not row_image <=> 'partial' or staged_row.op = 'snapshot') and coalesce(staged_row.after_complete, row_image = 'full' or is_keyless, false)
                    and not (null_is_unsent and exists(map_values(staged_row.after), v -> v is null))
            end as after_complete
        ) as completeness

    |> extend
        {#- Its bare value, if it is one, is named where the image lacks the column. #}
        coalesce(staged_row.key_values, {{ rosetta_cdc.columns_of_bare_key() }}) as sent_key,
        case
            when not has_key then 'none'
            when is_keyless then if({{ rosetta_cdc.all_columns_are_known() }}, 'all_columns', 'none')
            when rule.primary_key is not null then 'registry'
            when staged_row.declared_key is not null then staged_row.declared_key_basis
            else 'none'
        end as key_basis

    |> extend
        case
            when key_basis = 'all_columns' then map_filter(key_image, (k, v) -> v is not null)
            {#- The image after such a change need not have the key. #}
            when null_is_unsent and not has_kafka_keys then map_from_arrays(
                key_names, transform(key_names, n -> coalesce(staged_row.after[n], staged_row.before[n], sent_key[n]))
            )
            else {{ rosetta_cdc.pick_columns('key_names', 'key_image', 'sent_key') }}
        end as primary_key,
        case
            when key_basis = 'all_columns' then case when staged_row.op = 'update' then map_filter(staged_row.before, (k, v) -> v is not null) end
            when not has_kafka_keys and staged_row.op in ('update', 'upsert') and coalesce(staged_row.before, staged_row.previous_key_values) is not null
                then {{ rosetta_cdc.pick_columns('key_names', 'staged_row.before', 'staged_row.previous_key_values') }}
        end as key_before

    |> extend
        case when {{ rosetta_cdc.key_is_usable('primary_key') }} then {{ rosetta_cdc.row_key('primary_key', 'staged_row.column_types') }} end as row_key,
        case
            when staged_row.other_key_values is not null then get(transform(
                array({{ rosetta_cdc.pick_columns('key_names', 'staged_row.other_key_values') }}),
                other_key -> case when {{ rosetta_cdc.key_is_usable('other_key') }} then {{ rosetta_cdc.row_key('other_key', 'staged_row.column_types') }} end
            ), 0)
        end as other_row_key,
        case
            {#- Most updates leave the key as it is. #}
            when map_keys(key_before) = map_keys(primary_key) and map_values(key_before) = map_values(primary_key) then null
            when {{ rosetta_cdc.key_is_usable('key_before') }} then {{ rosetta_cdc.row_key('key_before', 'staged_row.column_types') }}
        end as row_key_before,
        case when names.table_name is not null then concat_ws(
            '.',
            {{ rosetta_cdc.escaped_name('source_name') }},
            coalesce({{ rosetta_cdc.escaped_name('names.database_name') }}, case when names.schema_name is not null then '' end),
            {{ rosetta_cdc.escaped_name('names.schema_name') }},
            {{ rosetta_cdc.escaped_name('names.table_name') }}
        ) end as table_id

    |> set
        row_key = if(key_basis = 'all_columns', sha2(row_key, 256), row_key),
        row_key_before = if(key_basis = 'all_columns', sha2(row_key_before, 256), row_key_before)

    |> select
        staged_row.*,
        *,
        concat(
            staged_row.kafka_cluster, '/', staged_row.kafka_topic,
            case when staged_row.kafka_topic_incarnation > 0 then concat('~', staged_row.kafka_topic_incarnation) else '' end,
            '/', staged_row.kafka_partition, '/', staged_row.kafka_offset, '/', staged_row.row_index
        ) as event_id,
        coalesce(rule.registry_digest, 'unregistered') as registry_digest,
        case when row_key_before <> row_key then key_before end as previous_primary_key,
        case when row_key_before <> row_key then row_key_before end as previous_row_key,
        concat(table_id, '/', staged_row.pair_token) as pair_id,
        coalesce(rule.order_by, 'arrival') as order_by,
        rule.load_time

    |> select
        {%- for name in rosetta_cdc.event_columns().keys() | reject('in', ['load_id', 'loaded_at']) %}
        {% if name in ['before', 'after'] -%}
        if(null_is_unsent, map_filter(staged_row.{{ name }}, (k, v) -> v is not null), staged_row.{{ name }}) as {{ name }}
        {%- elif name == 'column_types' -%}
        if(has_hexadecimal_bytes, transform_values(staged_row.column_types, (k, v) -> if(v = 'bytes', 'hex bytes', v)), staged_row.column_types) as column_types
        {%- else -%}
        {{ 'names.' if name in names else 'completeness.' if name in ['before_complete', 'after_complete'] }}{{ name }}
        {%- endif %}{{ ',' if not loop.last }}
        {%- endfor %}
{%- endmacro %}
