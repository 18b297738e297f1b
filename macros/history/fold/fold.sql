{#-
    Folds the events of rows into versions: puts the events of each row in order, drops copies, counts equal rows, sets swapped rows apart, decides which events make a
    version, and gives each version its number, its time, its image and what changed.

    The text is the same for every run. A row that goes on from its state has one `opening` row in the stream, which brings its answers with it; one that is folded from its
    beginning has none.
    relation: relation with the columns of `fold_columns`. Returns the columns of `folded_columns`.

    Windows only, so that a row with very many versions is as cheap a version as any other. All are partitioned by the row: one exchange serves them all.
    What runs along them counts `rows`: no two events of a row have the same place, and a window's usual frame would compare the places of all neighbours, structs in structs.
    A CTE for each step, pipes within: a step has up to ten small ones, and Spark analyses forty CTEs, or forty pipes in one query, in almost twice the time.
-#}
{% macro fold(relation) -%}
    with

    ordered_events as (
        select /*+ repartition(row_id) */ *
        from {{ relation }}
        {{ rosetta_cdc.order_events() | indent(4) }}
    ),

    effective_events as (
        select *
        from ordered_events
        {{ rosetta_cdc.drop_copies() | indent(4) }}
    ),

    counted_events as (
        select *
        from effective_events
        {{ rosetta_cdc.count_equal_rows() | indent(4) }}
    ),

    placed_events as (
        select *
        from counted_events
        {{ rosetta_cdc.place_swaps() | indent(4) }}
    ),

    decided_versions as (
        select *
        from placed_events
        {{ rosetta_cdc.decide_versions() | indent(4) }}
    ),

    dated_versions as (
        select *
        from decided_versions
        {{ rosetta_cdc.date_versions() | indent(4) }}
    ),

    laid_images as (
        select *
        from dated_versions
        {{ rosetta_cdc.lay_images() | indent(4) }}
    ),

    described_versions as (
        select *
        from laid_images
        {{ rosetta_cdc.describe_changes('opening.changed_columns', 'opening.row_hash', 'if(is_opening, opening.order_mark, mark)') | indent(4) }}
    )

    select
        {{ rosetta_cdc.folded_columns() | join(', ') }}
    from (
        select
            * except (version_number),
            cast(version_number as int) as version_number,
            if(is_opening, opening.order_mark, mark) as order_mark,
            -- An opening version that nothing follows was not written by this run; what was has neither yet.
            if(is_opening and is_current, opening.applied_at, null) as applied_at,
            if(is_opening and is_current, opening.run_id, null) as run_id
        from described_versions
    )
{%- endmacro %}
