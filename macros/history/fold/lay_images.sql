{#-
    Step of `fold`: lays an image that lacks columns, or the none of a TRUNCATE, over those of the versions before it, back to one that starts anew.

    Laying over is associative, so that runs of 64 are folded first, then runs of 64 of their results, then the rest: no version reads more than three short
    lists, however many partial images follow each other. An image that starts and that nothing is laid over is in none of the lists.
    Adds segment (counts the images that start in a row), row_image, column_encodings, image_complete, inherits_from and sent_image.
-#}
{% macro lay_images() -%}
    {%- set versions = 'partition by row_id, is_version order by version_place' -%}
    {%- set segment = 'partition by row_id, is_version, segment' -%}
    {%- set frame = 'rows between unbounded preceding and current row' -%}
    |> extend
        case
            when is_opening or (is_complete and image is not null) or role in ('insert', 'snapshot') or origin_row_id is not null then true
            when opens then follows_open is not true
            else follows_open is null
        end as starts,
        case
            when is_opening then opening.inherits_from
            when origin_row_id is not null and not is_complete then origin_row_id
        end as inherits_from,
        case when opens and not is_complete then if(is_opening, opening.sent_image, image) end as sent_image

    |> extend
        sum(if(starts, 1, 0)) over ({{ versions }} {{ frame }}) as segment,
        not starts or lead(starts) over ({{ versions }}) is false as is_laid

    |> extend
        cast(row_number() over ({{ segment }} order by version_place) - 1 as bigint) as step,
        coalesce(first_value(is_complete) over ({{ segment }} order by version_place {{ frame }}), false) as image_complete

    |> extend
        {{ rosetta_cdc._folded("collect_list(case when is_laid then struct(image, encodings) end) over (" ~ segment ~ ", step div 64 order by step " ~ frame ~ ")") }}
            as near

    |> extend
        {{ rosetta_cdc._folded("collect_list(case when step % 64 = 63 then near end) over (" ~ segment ~ ", step div 4096 order by step div 64 range between unbounded preceding and 1 preceding)") }}
            as farther

    |> set near = {{ rosetta_cdc._laid_over('farther', 'near') }}

    |> extend
        {{ rosetta_cdc._folded("collect_list(case when step % 4096 = 4095 then near end) over (" ~ segment ~ " order by step div 4096 range between unbounded preceding and 1 preceding)") }}
            as far

    |> set near = if(is_laid, {{ rosetta_cdc._laid_over('far', 'near') }}, struct(image, encodings))

    |> extend
        coalesce(near.image, cast(map() as map<string, string>)) as row_image,
        coalesce(near.encodings, cast(map() as map<string, string>)) as column_encodings

    |> drop step, near, farther, far
{%- endmacro %}

{#- A list of images laid over each other, the last on top. -#}
{% macro _folded(images) -%}
    aggregate(
        {{ images }},
        cast(null as struct<image: map<string, string>, encodings: map<string, string>>),
        (lower, upper) -> {{ rosetta_cdc._laid_over('lower', 'upper') }}
    )
{%- endmacro %}

{#- One image with its encodings laid over another. -#}
{% macro _laid_over(lower, upper) -%}
    struct({{ rosetta_cdc.overlay(lower ~ '.image', upper ~ '.image') }} as image, {{ rosetta_cdc.overlay(lower ~ '.encodings', upper ~ '.encodings') }} as encodings)
{%- endmacro %}
