{#-
    The TRUNCATE, DROP TABLE and DROP DATABASE statements among change events: one row for each table or database that a statement empties.

    relation: CTE with columns of `cdc_events`. Returns scope_id (a table_id or `database_id`), event_id, op (`truncate` or `drop`), the columns of the Kafka
    record and those of `event_order` and `event_identity`.
-#}
{% macro table_entries(relation) -%}
    select *, explode({{ rosetta_cdc.emptied_scopes() }}) as scope_id
    from {{ relation }}
    where event_kind in ('truncate', 'ddl')

    |> select
        scope_id,
        event_id,
        if(event_kind = 'truncate', 'truncate', 'drop') as op,
        kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, row_index, kafka_timestamp,
        {{ rosetta_cdc.event_order(is_table_event=true) }},
        {{ rosetta_cdc.event_identity() }}
{%- endmacro %}
