{#-
    Last steps of `folded_rows` where every image is whole: only a version that has none (of a TRUNCATE, DROP or tombstone) takes the one before it.
    versions: the window of a row's versions. Adds row_image, column_encodings and image_complete.
-#}
{% macro completed_images(versions) -%}
    |> extend
        case when not starts then struct(
            lag(image) over ({{ versions }}) as image, lag(encodings) over ({{ versions }}) as encodings, lag(is_complete) over ({{ versions }}) as is_complete
        ) end as former

    |> extend
        coalesce(image, former.image, cast(map() as map<string, string>)) as row_image,
        coalesce(encodings, former.encodings, cast(map() as map<string, string>)) as column_encodings,
        coalesce(if(starts, is_complete, former.is_complete), false) as image_complete

    |> drop former
{%- endmacro %}
