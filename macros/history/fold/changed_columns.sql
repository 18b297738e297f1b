{#-
    Columns in which a version differs from the one before it, sorted: array<string>; null where it is deleted or follows no open one. What moved here is compared with what it
    was at its former key, and where the event does not tell that, with nothing. Needs former (struct of the version before), moved_before, origin_event_id and the columns of a version.
-#}
{% macro changed_columns() -%}
    case
        when not is_version or is_deleted then null
        when moved_before is not null
            then array_sort(filter(
                map_keys(moved_before), k -> not map_contains_key(row_image, k) or not moved_before[k] <=> row_image[k]
            ))
        when former.is_deleted is not false or origin_event_id = event_id then null
        when map_keys(row_image) = map_keys(former.row_image)
            then array_sort(filter(
                map_keys(row_image), (k, i) -> not get(map_values(row_image), i) <=> get(map_values(former.row_image), i)
            ))
        else array_sort(filter(
            array_union(map_keys(row_image), map_keys(former.row_image)),
            k -> not try_element_at(row_image, k) <=> try_element_at(former.row_image, k)
                or map_contains_key(row_image, k) <> map_contains_key(former.row_image, k)
        ))
    end
{%- endmacro %}
