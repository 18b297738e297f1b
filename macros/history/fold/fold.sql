{#-
    Folds the events of rows into versions: puts the events of each row in order, drops copies, sets swapped rows apart, decides which events make a
    version, and gives each version its number, its time, its image and what changed.

    The text is the same for every run. A row that goes on from its state has one `opening` row in the stream, which brings its answers with it; one that is folded from its
    beginning has none.
    relation: relation with the columns of `fold_columns`. Returns the columns of `folded_columns`.

    Windows only, so that a row with very many versions is as cheap a version as any other. All are partitioned by the row: one exchange serves them all.
    Steps are pipes, not CTEs (see `event_rows`).
-#}
{% macro fold(relation) -%}
    select /*+ repartition(row_id) */ *
    from {{ relation }}

    -- order_events
    {{ order_events() }}

    -- drop_copies
    {{ drop_copies() }}

    -- place_swaps
    {{ place_swaps() }}

    -- decide_versions
    {{ decide_versions() }}

    -- date_versions
    {{ date_versions() }}

    -- lay_images
    {{ lay_images() }}

    -- describe_changes
    {{ describe_changes('opening.changed_columns', 'opening.row_hash') }}

    -- An opening version that nothing follows was not written by this run.
    |> extend if(is_opening, opening.order_mark, mark) as order_mark

    |> set
        version_number = cast(version_number as int),
        applied_at = if(is_opening and is_current, opening.applied_at, applied_at),
        run_id = if(is_opening and is_current, opening.run_id, run_id)

    |> select
        {{ folded_columns() | join(', ') }}
{%- endmacro %}
