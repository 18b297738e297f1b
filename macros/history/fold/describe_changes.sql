{#-
    Step of `fold`, and of `link_moves`, which changes images: what a version changed, the hash of its image, the key of one whose event does not name it, whether a delete
    was sent with other values than the row has, and whether anything tells that the version follows the one before it. What an opening row brings stays.

    kept_columns, kept_hash: SQL expressions of changed_columns and row_hash of an opening row. order_mark: that of the mark of each row. Needs is_opening, moved_before (see `fold_columns`) and the
    columns of a version. Adds changed_columns and row_hash, sets primary_key, key_basis and contradiction.
-#}
{% macro describe_changes(kept_columns, kept_hash, order_mark='order_mark') -%}
    {%- set versions = 'partition by row_id, is_version order by version_number' -%}
    |> extend case when is_version then lag(struct(
        row_image, is_deleted, primary_key, key_basis, {{ order_mark }} as order_mark, kafka_cluster as cluster, kafka_topic as topic, kafka_partition as partition
    )) over ({{ versions }}) end as former

    |> extend
        if(is_opening, {{ kept_columns }}, {{ rosetta_cdc.changed_columns() }}) as changed_columns,
        if(is_opening, {{ kept_hash }}, {{ rosetta_cdc.row_hash() }}) as row_hash

    |> set
        primary_key = coalesce(primary_key, former.primary_key),
        key_basis = coalesce(key_basis, former.key_basis),
        contradiction = case
            when is_opening then contradiction
            -- A column that only one of them has was added, dropped or not sent; tools write NULL in the image of a delete for what they do not know, too. A key column
            -- is the same, in whatever notation.
            when op = 'delete' and is_version and former.is_deleted is false and exists(
                map_keys(row_image), k -> row_image[k] is not null and map_contains_key(former.row_image, k) and not row_image[k] <=> former.row_image[k]
                    and not coalesce(map_contains_key(primary_key, k), false)
            ) then 'image_differs'
            -- Two partitions have them with one time, without a number: their names alone tell which comes first.
            when contradiction is null and is_version and former.order_mark = {{ order_mark }} and former.order_mark.time is not null
                and former.order_mark.lead is null and former.order_mark.number is null and not ({{ rosetta_cdc.is_in_line('former') }})
                then 'order_unknown'
            else contradiction
        end
{%- endmacro %}
