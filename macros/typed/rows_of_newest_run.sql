{#-
    What the newest run of the history has written of a table, from the run's own tables, which are smaller than the history: a query of what a table of `cdc_table` takes from `cdc_current_rows` or, with
    history, from `cdc_row_history`. Not for a run that has refolded rows, whose versions may be gone. Its text is the same run after run (see `analysed_rows`).
    run: see `newest_run`. table: meta `cdc_table` of the model; with its history all versions are wanted.
-#}
{% macro rows_of_newest_run(run, table) -%}
    select
        versions.row_id,
        versions.table_id,
        versions.event_id,
        versions.image_complete,
        versions.equal_rows,
        versions.valid_from,
        versions.valid_to,
        versions.version_number,
        versions.op,
        versions.is_current,
        versions.is_deleted,
        runs.applied_at,
        versions.row_image,
        versions.column_encodings
    from {{ rosetta_cdc.folded_versions(run, is_after=true) }} as versions
    cross join {{ rosetta_cdc.relation_of('history_run') }} as runs
    where {{ rosetta_cdc._is_of_newest_run(table, 'present') }}
{%- endmacro %}

{#-
    The keys of what the newest run of the history has written of a table: a query. run, table: see `rows_of_newest_run`. which: `all`, or `gone` for rows that the run has deleted; with
    history all that was ever there is present.
-#}
{% macro _keys_of_newest_run(run, table, which) -%}
    select
        versions.row_id,
        versions.version_number
    from {{ rosetta_cdc.folded_versions(run, is_after=true) }} as versions
    where {{ rosetta_cdc._is_of_newest_run(table, which) }}
{%- endmacro %}

{#- Condition that a version is one that the newest run has written of a table, as `_keys_of_newest_run` has it. which: also `present`. -#}
{% macro _is_of_newest_run(table, which) -%}
    versions.is_version
        and {{ rosetta_cdc.is_of_model(table, 'versions.table_id') }}
        {#- The version that the row had before has a moment of its own. Where it was closed it is another now. #}
        and (versions.applied_at is null{{ ' or not versions.is_current' if table.history }})
        {%- if not table.history %}
        and versions.is_current
        {%- endif %}
        {%- if which != 'all' %}
        and {{ {'present': 'true' if table.history else 'not versions.is_deleted', 'gone': 'false' if table.history else 'versions.is_deleted'}[which] }}
        {%- endif %}
{%- endmacro %}
