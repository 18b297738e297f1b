{#-
    The rows of a table of the history, known by row_id and event_id, that belong to rows which this run folds anew and that the fold has made no more. The strategy
    `history` deletes them: their other columns are null.

    kept: CTE of what the fold has made. columns: list of the columns to return, each of them in `state_columns` or text.
-#}
{% macro vanished_entries(kept, columns) -%}
    select
        {%- for name in columns %}
        {{ 'former.' ~ name if name in ('row_id', 'event_id') else 'cast(null as ' ~ state_columns().get(name, 'string') ~ ') as ' ~ name }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ this }} as former
    left semi join (select row_id from {{ ref('touched_rows') }} where is_anew) as anew on former.row_id = anew.row_id
    left anti join {{ kept }} as kept on former.row_id = kept.row_id and former.event_id = kept.event_id
{%- endmacro %}
