{#-
    The events of rows among change events: one row for each row that an event concerns, two for one that moved a row to another key.

    relation: CTE with columns of `cdc_events`. halves: CTE made by `split_updates` that has every half of a split update in `relation`, or none if there is none.
    Returns the columns of `fold_columns`.
-#}
{% macro row_entries(relation, halves=none) -%}
    select
        events.*
        {%- if halves %},
        halves.other_rows,
        halves.is_alone,
        halves.lacks_other,
        halves.first_before
        {%- endif %}
    from {{ relation }} as events
    {%- if halves %}
    left join {{ halves }} as halves on events.event_id = halves.event_id
    {%- endif %}

    |> where event_kind in ('row_change', 'tombstone') and table_id is not null and row_key is not null

    {#- Half of an update that moved a row, and has lost its other half, says by itself which row is no more. #}
    |> extend {% if halves %}coalesce(previous_row_key, if(op = 'update_after' and lacks_other, nullif(other_row_key, row_key), null)){% else %}previous_row_key{% endif %} as left_row_key

    |> select *, explode(if(left_row_key is null, array(false), array(false, true))) as is_old_key

    |> extend
        {{ rosetta_cdc.row_id('table_id', 'if(is_old_key, left_row_key, row_key)') }} as row_id,
        case
            when is_old_key then 'leave'
            when event_kind = 'tombstone' then 'close'
            when op in ('insert', 'snapshot', 'delete') then op
            when op <> 'update_before' then 'change'
            {%- if halves %}
            when size(other_rows) > 0 or other_row_key <> row_key then 'leave'
            {%- endif %}
            else 'none'
        end as role

    |> extend
        coalesce(if(role in ('delete', 'leave', 'none'), before_complete, after_complete), false) as is_complete,
        if(role in ('delete', 'leave', 'none'), before, after) as event_image

    |> extend {{ rosetta_cdc.column_encodings('event_image') }} as event_encodings
    {%- if halves %},
        op = 'update_after' and not is_complete as lacks_columns

    |> set is_complete = is_complete or (lacks_columns and coalesce(first_before.is_complete, false))
    {%- endif %}

    |> select
        row_id,
        table_id,
        {{ rosetta_cdc.database_id() }} as database_id,
        if(is_old_key, left_row_key, row_key) as row_key,
        if(is_old_key, previous_primary_key, primary_key) as primary_key,
        key_basis,
        role,
        event_id,
        coalesce(op, 'tombstone') as op,
        kafka_cluster, kafka_topic, kafka_topic_incarnation, kafka_partition, kafka_offset, row_index, kafka_timestamp,
        {{ rosetta_cdc.event_order() }},
        {{ rosetta_cdc.event_identity() }},
        {%- if halves %}
        {#- The columns that the second half lacks are those of the first, what both lack is that of the row that the first has left. #}
        case when lacks_columns then {{ rosetta_cdc.overlay('first_before.image', 'event_image') }} else event_image end as image,
        case when lacks_columns then {{ rosetta_cdc.overlay('first_before.encodings', 'event_encodings') }} else event_encodings end as encodings,
        {%- else %}
        event_image as image,
        event_encodings as encodings,
        {%- endif %}
        is_complete,
        case when left_row_key is not null and not is_old_key then before end as moved_before,
        {%- set moved = {'row_id': rosetta_cdc.row_id('table_id', 'left_row_key'), 'event_id': 'event_id'} %}
        {%- for name, value in moved.items() %}
        case
            when left_row_key is not null and not is_old_key then {{ value }}
            {%- if halves %}
            when lacks_columns and not is_complete and first_before.row_id <> row_id then first_before.{{ name }}
            {%- endif %}
        end as origin_{{ name }},
        {%- endfor %}
        {{ 'is_alone' if halves else 'cast(null as boolean)' }} as is_alone,
        {{ 'coalesce(size(other_rows) > 0, false)' if halves else 'cast(null as boolean)' }} as left_by_half
{%- endmacro %}
