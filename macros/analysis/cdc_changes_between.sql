{#-
    The net changes of rows from one moment to another: by what `cdc_rows_as_of(to)` differs from `cdc_rows_as_of(from)`. A change at the very instant
    `from` is not in it, one at `to` is, so that adjacent spans share no change and miss none.

    from, to: the moments, written times or SQL expressions (see `instant_of`). Two written times in the wrong order are a compiler error; expressions in
    the wrong order, or null, find nothing. table_id: only the rows of this table; none for all tables. Returns a subquery in parentheses, one row a
    `row_id` that differs:

    row_id, table_id, row_key, primary_key; change: `insert`, `update` or `delete`; changed_columns: of an update, the columns whose value differs or that
    only one image has, sorted; before, after: the images, null where the row is not there; before_complete, after_complete: whether they have every
    column; before_equal_rows, after_equal_rows: how many equal rows a row of a table without a key stands for, 1 for any other; before_event_id, after_event_id: which events made them.

    A row that changed and changed back is not listed, nor one that came and went in between. A row that moved to another key is deleted and inserted.
-#}
{% macro cdc_changes_between(from, to, table_id=none) -%}
    {{ return(adapter.dispatch('cdc_changes_between', 'rosetta_cdc')(from, to, table_id)) }}
{%- endmacro %}

{#- What `cdc_changes_between` does where no project overrides it. -#}
{% macro default__cdc_changes_between(from, to, table_id=none) -%}
    {%- set begin = rosetta_cdc.instant_of('cdc_changes_between from', from) -%}
    {%- set end = rosetta_cdc.instant_of('cdc_changes_between to', to) -%}
    {%- if begin.written and end.written and begin.written > end.written -%}
        {{ exceptions.raise_compiler_error('cdc_changes_between: from ' ~ begin.written ~ ' is later than to ' ~ end.written ~ ' (UTC)') }}
    {%- endif -%}
    (
        with

        {#- Only versions that ended or began in between are compared: all other rows are the same at both moments. #}
        earlier as (
            select *
            from {{ rosetta_cdc.cdc_rows_as_of(from, table_id) }}
            where valid_to <= {{ end.sql }}
        ),

        later as (
            select *
            from {{ rosetta_cdc.cdc_rows_as_of(to, table_id) }}
            where valid_from > {{ begin.sql }}
        )

        select
            row_id,
            coalesce(later.table_id, earlier.table_id) as table_id,
            coalesce(later.row_key, earlier.row_key) as row_key,
            coalesce(later.primary_key, earlier.primary_key) as primary_key,
            case
                when earlier.event_id is null then 'insert'
                when later.event_id is null then 'delete'
                else 'update'
            end as change,
            case
                when earlier.event_id is not null and later.event_id is not null
                    then sort_array(filter(
                        array_union(map_keys(earlier.row_image), map_keys(later.row_image)),
                        name ->
                            map_contains_key(earlier.row_image, name) <> map_contains_key(later.row_image, name)
                            or not earlier.row_image[name] <=> later.row_image[name]
                    ))
            end as changed_columns,
            earlier.row_image as before,
            later.row_image as after,
            earlier.image_complete as before_complete,
            later.image_complete as after_complete,
            earlier.equal_rows as before_equal_rows,
            later.equal_rows as after_equal_rows,
            earlier.event_id as before_event_id,
            later.event_id as after_event_id
        from earlier
        full outer join later using (row_id)
        where not earlier.row_hash <=> later.row_hash or not earlier.equal_rows <=> later.equal_rows
    )
{%- endmacro %}
