{#-
    The rows that a run folds: relation with the columns of `rows_to_fold`, in which rows that are linked to refolded ones (see `linked_rows`) are refolded too. run: see `history_run`.
-#}
{% macro rows_of_run(run) -%}
    {%- if run.refolded and run.ever.inherited -%}
    (
        select rows_to_fold.*
        from {{ ref('rows_to_fold') }} as rows_to_fold
        left anti join {{ ref('linked_rows') }} as linked on rows_to_fold.row_id = linked.row_id
        union all
        select
            row_id,
            table_id,
            database_id,
            row_key,
            'beginning' as starts_from,
            'linked_row' as reason,
            null as state
        from {{ ref('linked_rows') }}
    )
    {%- else -%}
    {{ ref('rows_to_fold') }}
    {%- endif -%}
{%- endmacro %}
