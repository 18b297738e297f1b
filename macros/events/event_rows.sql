{#-
    Makes change events of the rows of staging models, adding what the message does not say: the registry's rule, source and table identity, keys.
    Done once, over the union of all formats.

    relation: CTE with the columns of `staged_columns`. Returns the columns of `event_columns`, save those of the run.
    Key columns are the registry's, else the declared, surrogate or Kafka key's; their values come from the image after the change, for a delete from the
    one before it, else from key_values.
    Steps are pipes, not CTEs: Spark 4.2 plans a chain of CTEs in time that grows with the square of its length, and here the whole union hangs on it.
-#}
{% macro event_rows(relation) -%}
    select
        {{ relation }}.*,
        {{ topic_rule() }} as rule,
        error_code is null and event_kind in ('row_change', 'tombstone') as has_key
    from {{ relation }}
    left join {{ ref('cdc_topic_rules') }} as topics
        on {{ relation }}.kafka_cluster = topics.kafka_cluster and {{ relation }}.kafka_topic = topics.kafka_topic

    |> extend
        coalesce(rule.source_name, concat(kafka_cluster, '/', kafka_topic)) as source_name,
        case when has_key then coalesce(rule.primary_key, declared_key) end as key_names,
        case
            when not has_key then 'none'
            when rule.primary_key is not null then 'registry'
            when declared_key is not null then declared_key_basis
            else 'none'
        end as key_basis,
        case when op in ('delete', 'update_before') then before else coalesce(after, before) end as key_image

    |> extend
        {{ pick_columns('key_names', 'key_image', 'key_values') }} as primary_key,
        case when op in ('update', 'upsert') and before is not null then {{ pick_columns('key_names', 'before') }} end as key_before

    |> extend
        case when {{ key_is_usable('primary_key') }} then {{ row_key('primary_key', 'column_types') }} end as row_key,
        case when {{ key_is_usable('key_before') }} then {{ row_key('key_before', 'column_types') }} end as row_key_before,
        case when table_name is not null then concat_ws(
            '.',
            {{ escaped_name('source_name') }},
            coalesce({{ escaped_name('database_name') }}, case when schema_name is not null then '' end),
            {{ escaped_name('schema_name') }},
            {{ escaped_name('table_name') }}
        ) end as table_id

    |> extend
        concat(
            kafka_cluster, '/', kafka_topic,
            case when kafka_topic_incarnation > 0 then concat('~', kafka_topic_incarnation) else '' end,
            '/', kafka_partition, '/', kafka_offset, '/', row_index
        ) as event_id,
        coalesce(rule.registry_digest, 'unregistered') as registry_digest,
        case when row_key_before <> row_key then key_before end as previous_primary_key,
        case when row_key_before <> row_key then row_key_before end as previous_row_key,
        concat(table_id, '/', pair_token) as pair_id

    |> select {{ event_columns().keys() | reject('in', ['load_id', 'loaded_at']) | join(', ') }}
{%- endmacro %}
