{#-
    The rows of a table of the history, known by row_id and event_id, that belong to rows which this run refolds and that the fold has made no more. They are deleted: their other
    columns are null.

    kept: CTE of what the fold has made. columns: dict of the columns to return -> type. run: see `history_run`.
-#}
{% macro vanished_entries(kept, columns, run) -%}
    select {{ rosetta_cdc.only_key(columns, ['row_id', 'event_id']) }}
    from {{ this }} as former
    left semi join (select row_id from {{ rosetta_cdc.rows_of_run(run) }} where reason is not null) as refolded on former.row_id = refolded.row_id
    left anti join {{ kept }} as kept on former.row_id = kept.row_id and former.event_id = kept.event_id
{%- endmacro %}
