{#-
    Reason `late_half`: the other half of a split update of the row was there before, or came with it. Query of row_id, for all rows of such a pair.
    earlier: relation with columns of `cdc_events` that has the events of earlier runs. arrived: CTE of those of this run. run: see `history_run`; only halves of the time of its own are looked for.
-#}
{% macro late_half(earlier, arrived, run) -%}
    {%- set half = "op in ('update_before', 'update_after') and pair_id is not null" -%}
    select explode(rows) as row_id
    from (
        select collect_set({{ rosetta_cdc.row_id('table_id', 'row_key') }}) as rows
        from (
            select
                pair_id,
                table_id,
                row_key,
                true as is_earlier
            from {{ earlier }}
            where {{ half }} and (
                committed_at is null
                {%- if run.first_half %} or committed_at between timestamp'{{ run.first_half }}' and timestamp'{{ run.last_half }}'{% endif %}
            )
            union all
            select
                pair_id,
                table_id,
                row_key,
                false as is_earlier
            from {{ arrived }}
            where {{ half }}
        )
        group by pair_id
        having bool_or(is_earlier) and bool_or(not is_earlier)
    )
{%- endmacro %}
