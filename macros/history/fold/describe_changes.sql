{#-
    Step of `fold`, and of `link_moves`, which changes images: what a version changed, the hash of its image, the key of one whose event does not name it, and whether a delete
    was sent with other values than the row has. What an opening row brings stays.

    kept_columns, kept_hash: SQL expressions of changed_columns and row_hash of an opening row. Needs is_opening, moved_before (see `fold_columns`) and the columns of a
    version. Adds changed_columns and row_hash, sets primary_key, key_basis and contradiction.
-#}
{% macro describe_changes(kept_columns, kept_hash) -%}
    {%- set versions = 'partition by row_id, is_version order by version_number' -%}
    |> extend case when is_version then lag(struct(row_image, is_deleted, primary_key, key_basis)) over ({{ versions }}) end as former

    |> extend
        if(is_opening, {{ kept_columns }}, {{ rosetta_cdc.changed_columns() }}) as changed_columns,
        if(is_opening, {{ kept_hash }}, {{ rosetta_cdc.row_hash() }}) as row_hash

    |> set
        primary_key = coalesce(primary_key, former.primary_key),
        key_basis = coalesce(key_basis, former.key_basis),
        contradiction = case
            when is_opening or not op <=> 'delete' then contradiction
            -- A column that only one of them has was added, dropped or not sent; tools write NULL in the image of a delete for what they do not know, too. A key column
            -- is the same, in whatever notation.
            when is_version and former.is_deleted is false and exists(
                map_keys(row_image), k -> row_image[k] is not null and map_contains_key(former.row_image, k) and not row_image[k] <=> former.row_image[k]
                    and not coalesce(map_contains_key(primary_key, k), false)
            ) then 'image_differs'
            else contradiction
        end
{%- endmacro %}
