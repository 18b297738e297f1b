{#-
    Step of `fold`: how many equal rows of the source a row stands for after each event. One, or none, where the table has a key. Where all columns are the key, an insert, a loaded row and a
    row that became equal by an update are one more, a delete and a row that an update made another are one less, but never less than none: what left had come before its log begins.

    Such a count is the sum of what the events add. Where one finds less than there must have been, the count is set to the least that there must be, which the later ones add to: the
    count is the sum so far, and the most by which any such least has exceeded the sum of its moment.
    Adds is_counted (is the row one of a table without a key), is_more (is the event one row more), equal_rows and opens (is the row there after it).
-#}
{% macro count_equal_rows() -%}
    {%- set so_far = 'partition by row_id, is_effective order by place rows between unbounded preceding and current row' -%}
    {#- What a statement takes away that empties the table: more than a table has, so that what was there before counts no more. -#}
    {%- set all_rows = 1000000000000 -%}
    |> extend key_basis <=> 'all_columns' as is_counted

    |> extend
        is_counted and (
            role in ('insert', 'snapshot') or (role = 'change' and coalesce(origin_row_id is not null or left_by_half or is_alone, false))
        ) as is_more

    |> extend
        case
            when is_more then 1
            when role in ('delete', 'leave') then -1
            when role in ('close', 'opening') then -{{ all_rows }}
            else 0
        end as added,
        case
            when role = 'opening' then opening.equal_rows
            when role in ('insert', 'snapshot', 'change') then 1
            else 0
        end as least

    |> extend sum(added) over ({{ so_far }}) as sum_so_far

    |> extend sum_so_far + max(least - sum_so_far) over ({{ so_far }}) as counted_rows

    |> extend if(is_counted, counted_rows, least) as equal_rows

    |> extend equal_rows > 0 as opens

    |> drop added, least, sum_so_far, counted_rows
{%- endmacro %}
