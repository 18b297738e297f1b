{#-
    Gives rows that moved to another key with an image that lacks columns what they lack from the row that they were before, and so on along a chain of such moves.

    relation: the table of `folded_events`. A segment is a run of versions whose images lie over each other; the first of a linked one has inherits_from and
    takes the image of the deleted version that the same event, or the first half of the same update, made there. Moves that would give each other columns in a circle (rows may order two of them
    differently) take nothing.
    Returns the columns of `folded_columns`, all events of the rows whose images have changed.
-#}
{% macro link_moves(relation) -%}
    with recursive

    heads as (
        select
            head.row_id,
            head.segment,
            struct(head.row_id, head.segment) as id,
            struct(former.row_id, former.segment) as former_id,
            former.row_image,
            former.column_encodings,
            former.image_complete
        from {{ relation }} as head
        inner join {{ relation }} as former
            on head.origin_event_id = former.event_id and head.inherits_from = former.row_id and former.is_version and former.is_deleted
        where head.is_version and head.inherits_from is not null and not head.is_opening
    ),

    steps as (
        select heads.id, heads.former_id
        from heads
        inner join heads as further on heads.former_id = further.id
    ),

    climbs (id, at, path) as (
        select
            id,
            former_id as at,
            array(id) as path
        from steps
        union all
        select
            climbs.id,
            steps.former_id as at,
            array_append(climbs.path, climbs.at) as path
        from climbs
        inner join steps on climbs.at = steps.id
        where not array_contains(climbs.path, climbs.at)
    ),

    circles as (
        select distinct id
        from climbs
        where at = id
    ),

    bases (id, row_image, column_encodings, image_complete) as (
        select
            heads.id,
            case when circles.id is null then heads.row_image end as row_image,
            case when circles.id is null then heads.column_encodings end as column_encodings,
            circles.id is null and heads.image_complete as image_complete
        from heads
        left join steps on heads.id = steps.id
        left join circles on heads.id = circles.id
        where steps.id is null or circles.id is not null
        union all
        select
            heads.id,
            {{ rosetta_cdc.overlay('bases.row_image', 'heads.row_image') }} as row_image,
            {{ rosetta_cdc.overlay('bases.column_encodings', 'heads.column_encodings') }} as column_encodings,
            bases.image_complete
        from bases
        inner join heads on bases.id = heads.former_id
        left anti join circles on heads.id = circles.id
    )

    select
        folded.* except (row_image, column_encodings, image_complete, changed_columns, row_hash),
        {{ rosetta_cdc.overlay('bases.row_image', 'folded.row_image') }} as row_image,
        {{ rosetta_cdc.overlay('bases.column_encodings', 'folded.column_encodings') }} as column_encodings,
        coalesce(bases.image_complete, folded.image_complete) as image_complete,
        folded.changed_columns as kept_columns,
        folded.row_hash as kept_hash
    from {{ relation }} as folded
    left semi join (select distinct id.row_id from bases) as changed on folded.row_id = changed.row_id
    left join bases on folded.is_version and folded.row_id = bases.id.row_id and folded.segment = bases.id.segment

    {{ rosetta_cdc.describe_changes('kept_columns', 'kept_hash') }}

    |> select
        {{ rosetta_cdc.folded_columns() | join(', ') }}
{%- endmacro %}
