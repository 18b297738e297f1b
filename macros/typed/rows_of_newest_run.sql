{#-
    What the newest run of the history has written of a table, from the run's own tables, which are smaller than the history: a query of what a table of `cdc_table` takes from `cdc_current_rows` or, with
    history, from `cdc_row_history`. Not for a run that has refolded rows, whose versions may be gone.
    run: see `newest_run`. table_id: of the source. history: whether all versions are wanted. which: `present` rows or versions, `gone` rows, which the run has deleted, or `all` of both; with history all
    that were ever there are present.
-#}
{% macro rows_of_newest_run(run, table_id, history, which='present') -%}
    {%- set is_wanted = {'all': 'true', 'present': 'true' if history else 'not is_deleted', 'gone': 'false' if history else 'is_deleted'}[which] -%}
    select
        row_id,
        event_id,
        image_complete,
        valid_from,
        valid_to,
        version_number,
        op,
        is_current,
        is_deleted,
        timestamp_micros({{ run.applied_micros }}) as applied_at,
        row_image,
        column_encodings
    from {{ folded_versions(run, beside=ref('cdc_row_history')) }}
    where
        is_version
        and table_id = {{ sql_text_literal(table_id) }}
        {#- The version that the row had before has a moment of its own. Where it was closed it is another now. #}
        and (applied_at is null{{ ' or not is_current' if history }})
        {{- '' if history else '\n        and is_current' }}
        and {{ is_wanted }}
{%- endmacro %}
