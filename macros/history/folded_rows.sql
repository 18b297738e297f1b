{#-
    Folds the events of rows into versions: puts the events of each row in order, drops copies, sets swapped rows apart, decides which events make a
    version, and gives each version its number, its time and its image.

    relation: CTE with the columns of `fold_columns`; where `seeded` also `seed`, the row's state (struct of the columns of `row_states`), on rows of role `seed`.
    seeded: do rows continue from states of earlier runs. partial: may an image lack columns that an earlier event gave.
    events: number of events of the run.
    Returns the relation's columns and place, is_version and, for versions, version_number, is_deleted, is_current, valid_from, valid_to, row_image, column_encodings,
    image_complete, sent_image, inherits_from, known_until, collides, time_may_move, contradiction; for others unapplied_reason.

    Windows only, so that a row with very many versions is as cheap a version as any other. All are partitioned by the row: one exchange serves them all.
    Steps are pipes, not CTEs (see `event_rows`).
-#}
{% macro folded_rows(relation, seeded, partial, events=0) -%}
    {%- set versions = 'partition by row_id, is_version order by version_place' -%}
    {%- set effective = 'partition by row_id, is_effective order by ' -%}
    {#- Of very many events each partition takes some, so that its sorts stay in memory. #}
    select /*+ repartition({{ events // 100000 ~ ', ' if events > 500000 }}row_id) */ *
    from {{ relation }}

    {#- Order: in a line the mark never falls. #}
    |> extend
        max(own_mark) over (
            partition by row_id, kafka_cluster, kafka_topic, kafka_partition order by kafka_topic_incarnation, kafka_offset, row_index
        ) as mark

    |> where role <> 'carrier'

    |> extend
        {{ "case when role = 'seed' then seed.last_place else " if seeded }}cast(struct(
            order_time, mark, kafka_cluster, kafka_topic, kafka_partition, kafka_topic_incarnation, kafka_offset, row_index
        ) as {{ place_type() }}){{ ' end' if seeded }} as place

    {#- Copies: of the deliveries of one change the first counts. #}
    |> extend identity is not null and row_number() over (partition by row_id, identity order by place) > 1 as is_copy

    |> set role = if(is_copy, 'none', role)

    |> extend
        role <> 'none'{{ " and (role <> 'seed' or seed.version_number is not null)" if seeded }} as is_effective,
        role in ('insert', 'snapshot', 'change'){{ " or (role = 'seed' and not seed.is_deleted)" if seeded }} as opens

    {{ placed_swaps(seeded) }}

    {#- Versions. #}
    |> extend lag(opens) over ({{ effective }}version_place) as follows_open

    |> extend is_effective and ({{ "role = 'seed' or " if seeded }}opens or role = 'delete' or follows_open is true) as is_version

    |> where is_version or op not in ('truncate', 'drop')

    |> extend
        case
            when is_version then null
            when is_copy then 'copy'
            when op = 'update_before' then if(is_alone, 'half_waiting', 'half_without_effect')
        end as unapplied_reason,
        case
            when not is_version or role not in ('insert', 'change') then null
            when follows_open is true and origin_row_id is not null then 'move_onto_open_row'
            when follows_open is true and role = 'insert' then 'insert_of_open_row'
            when follows_open is not true and op in ('update', 'update_after') and origin_row_id is null and left_by_half is not true then 'update_of_closed_row'
        end as contradiction

    {#- Times. #}
    |> extend
        max(known_time) over ({{ versions }}) as known_until,
        lead(known_time) ignore nulls over ({{ versions }}) as next_known_time

    |> extend
        case
            {%- if seeded %}
            when role = 'seed' then seed.valid_from
            {%- endif %}
            when known_time is not null then known_until
            else least(kafka_timestamp, next_known_time)
        end as candidate_time

    |> extend
        max(candidate_time) over ({{ versions }}) as valid_from,
        row_number() over ({{ versions }}){{ ' + coalesce(first_value(seed.version_number) over (' ~ versions ~ ') - 1, 0)' if seeded }} as version_number,
        not opens as is_deleted

    |> extend
        {#- Would a known time that follows move the version's: is there one without any time since the last known one. #}
        max(case when {{ "if(role = 'seed', seed.time_may_move, known_time is null and kafka_timestamp is null)" if seeded else 'known_time is null and kafka_timestamp is null' }} then version_number end) over ({{ versions }})
        > coalesce(
            max(case when {{ "if(role = 'seed', seed.time_is_known, known_time is not null)" if seeded else 'known_time is not null' }} then version_number end) over ({{ versions }}), 0
        ) as time_may_move,
        lead(valid_from) over ({{ versions }}) as valid_to,
        lead(row_id) over ({{ versions }}) is null as is_current,
        {#- Does the image start anew, or does it lie over the one of the version before. #}
        case
            when {{ "role = 'seed' or " if seeded }}(is_complete and image is not null) or role in ('insert', 'snapshot') or origin_row_id is not null then true
            when opens then follows_open is not true
            else follows_open is null
        end as starts,
        case when origin_row_id is not null and not is_complete then origin_row_id end as inherits_from,
        case when opens and not is_complete then {{ 'if(role = \'seed\', seed.sent_image, image)' if seeded else 'image' }} end as sent_image

    {{ folded_images(versions) if partial else completed_images(versions) }}
{%- endmacro %}
