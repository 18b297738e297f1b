{#-
    Step of `fold`: which events make a version. A tombstone, TRUNCATE or DROP, and the leaving of a row, make one where the row is open; what opens the row, and a delete,
    always; a delete also where it leaves an equal row behind. Statements that meet no open row leave the stream.
    Adds follows_open (was the row open before), is_version, unapplied_reason and contradiction.
-#}
{% macro decide_versions() -%}
    |> extend lag(opens) over (partition by row_id, is_effective order by version_place) as follows_open

    |> extend is_effective and (role = 'opening' or opens or role = 'delete' or follows_open is true) as is_version

    |> where is_version or op is null or op not in ('truncate', 'drop')

    |> extend
        case
            when is_version then null
            when is_copy then 'copy'
            when op = 'update_before' then if(is_alone, 'half_waiting', 'half_without_effect')
            when role = 'leave' then 'left_closed_row'
        end as unapplied_reason,
        case
            when role = 'opening' then opening.contradiction
            when is_version and role = 'leave' and is_alone then 'half_missing'
            {#- No row equals its image, which may lack what the source does not log. #}
            when is_counted and role = 'delete' and follows_open is not true then 'delete_of_unknown_row'
            when not is_version or role not in ('insert', 'change') or is_more then null
            when follows_open is true and role = 'change' and arrives then 'move_onto_open_row'
            when follows_open is true and role = 'insert' then 'insert_of_open_row'
            when follows_open is not true and op in ('update', 'update_after') and origin_row_id is null and left_by_half is not true then 'update_of_closed_row'
        end as contradiction
{%- endmacro %}
