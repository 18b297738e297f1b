{#-
    What the newest run of the history has written of a table, from the run's own tables, which are smaller than the history: a query of what a table of `cdc_table` takes from `cdc_current_rows` or, with
    history, from `cdc_row_history`. Not for a run that has refolded rows, whose versions may be gone. Its text is the same run after run (see `analysed_rows`).
    run: see `newest_run`. table_id: of the source. history: whether all versions are wanted.
-#}
{% macro rows_of_newest_run(run, table_id, history) -%}
    select
        versions.row_id,
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
    where {{ rosetta_cdc._is_of_newest_run(table_id, history, 'present') }}
{%- endmacro %}

{#-
    The keys of what the newest run of the history has written of a table: a query. run, table_id, history: see `rows_of_newest_run`. which: `all`, or `gone` for rows that the run has deleted; with
    history all that was ever there is present.
-#}
{% macro _keys_of_newest_run(run, table_id, history, which) -%}
    select
        versions.row_id,
        versions.version_number
    from {{ rosetta_cdc.folded_versions(run, is_after=true) }} as versions
    where {{ rosetta_cdc._is_of_newest_run(table_id, history, which) }}
{%- endmacro %}

{#- Condition that a version is one that the newest run has written of a table, as `_keys_of_newest_run` has it. which: also `present`. -#}
{% macro _is_of_newest_run(table_id, history, which) -%}
    versions.is_version
        and versions.table_id = {{ rosetta_cdc.sql_text_literal(table_id) }}
        {#- The version that the row had before has a moment of its own. Where it was closed it is another now. #}
        and (versions.applied_at is null{{ ' or not versions.is_current' if history }})
        {%- if not history %}
        and versions.is_current
        {%- endif %}
        {%- if which != 'all' %}
        and {{ {'present': 'true' if history else 'not versions.is_deleted', 'gone': 'false' if history else 'versions.is_deleted'}[which] }}
        {%- endif %}
{%- endmacro %}
