{#-
    Step of `fold`, and of `link_moves`, which changes images: what a version changed, the hash of its image, and the key of one whose event does not name it. What an opening
    row brings stays.

    kept_columns, kept_hash: SQL expressions of changed_columns and row_hash of an opening row. Needs is_opening, moved_before (see `fold_columns`) and the columns of a
    version. Adds changed_columns and row_hash, sets primary_key and key_basis.
-#}
{% macro describe_changes(kept_columns, kept_hash) -%}
    {%- set versions = 'partition by row_id, is_version order by version_number' -%}
    |> extend case when is_version then lag(struct(row_image, is_deleted, primary_key, key_basis)) over ({{ versions }}) end as former

    |> extend
        if(is_opening, {{ kept_columns }}, {{ rosetta_cdc.changed_columns() }}) as changed_columns,
        if(is_opening, {{ kept_hash }}, {{ rosetta_cdc.row_hash() }}) as row_hash

    |> set
        primary_key = coalesce(primary_key, former.primary_key),
        key_basis = coalesce(key_basis, former.key_basis)
{%- endmacro %}
