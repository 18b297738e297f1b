{#-
    The halves of split updates, each in the light of the others of its pair: event_id, other_rows (ids of the rows of the pair's halves other than the half's own),
    is_alone (the pair has no other half), lacks_other (nor one of the other kind: a half may have come twice), first_before (struct of
    event_id, row_id, image, encodings and is_complete of the pair's update_before, of several the first in the log).

    relation: CTE with row changes of `cdc_events`, all of the tables and lines concerned where neighbours may pair.
    A pair shares its pair_id; where the format gives none, an update_before and an update_after that follow each other directly among the
    row changes of a table in a line are one.
-#}
{% macro split_updates(relation) -%}
    select
        event_id, op, table_id, row_key, pair_id, before, before_complete, column_types, source_format,
        kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, row_index,
        lead(if(pair_id is null, op, 'other')) over line as next_op,
        lag(if(pair_id is null, op, 'other')) over line as last_op,
        lag(event_id) over line as last_event_id
    from {{ relation }}
    where event_kind = 'row_change'
    window line as ({{ rosetta_cdc.log_window() }})

    |> where op in ('update_before', 'update_after')

    |> extend
        {{ rosetta_cdc.row_id('table_id', 'row_key') }} as row_id,
        case
            when pair_id is not null then concat('id ', pair_id)
            when op = 'update_before' and next_op = 'update_after' then concat('neighbours ', event_id)
            when op = 'update_after' and last_op = 'update_before' then concat('neighbours ', last_event_id)
            else concat('alone ', event_id)
        end as pair

    |> extend
        count(*) over (partition by pair) as halves,
        collect_set(row_id) over (partition by pair) as rows,
        min(op) over (partition by pair) = max(op) over (partition by pair) as lacks_other,
        min_by(
            case when op = 'update_before' then struct(
                event_id, row_id, before as image, {{ rosetta_cdc.column_encodings('before') }} as encodings, coalesce(before_complete, false) as is_complete
            ) end,
            case when op = 'update_before' then struct({{ rosetta_cdc.line_columns() }}, kafka_topic_incarnation, kafka_offset, row_index) end
        ) over (partition by pair) as first_before

    |> select event_id, array_except(rows, array(row_id)) as other_rows, halves = 1 as is_alone, lacks_other, first_before
{%- endmacro %}
