{#-
    What a run of a table of `cdc_table` has to read: dict of mode (`full`, `incremental`, `none` where nothing concerns the table), after_micros (applied_at of its newest row) and until_micros (of the newest
    version that the history's last whole run wrote), microseconds since 1970; none where they bound nothing.
    Full at the first run, with --full-refresh, where the history was folded in full since, and where the table was made for another definition (see `table_is_changed`).
-#}
{% macro table_run() %}
    {%- if not reads_tables(['run', 'build']) -%}{{ return({'mode': 'full', 'after_micros': none, 'until_micros': none}) }}{%- endif -%}
    {%- set history = ref('cdc_row_history') -%}
    {%- set bookmark = run_query(
        "select bookmark.applied_micros, bookmark.refolded_micros from " ~ history.incorporate(path={'identifier': 'row_states'}, type='table') ~ " where row_id = ''"
    ).rows -%}
    {%- set run = {'mode': 'full', 'after_micros': none, 'until_micros': bookmark[0]['applied_micros'] | int if bookmark else none} -%}
    {%- if is_incremental() and bookmark -%}
        {%- set newest = run_query('select unix_micros(max(applied_at)) from ' ~ this).columns[0].values()[0] -%}
        {%- if newest is not none and newest | int >= bookmark[0]['refolded_micros'] | int -%}
            {%- do run.update({'mode': 'incremental', 'after_micros': newest | int}) -%}
            {%- set concerned -%}
                select 1 from {{ history }} where {{ _written_since(run) }}
                union all
                select 1 from {{ ref('cdc_history_removed') }} where {{ _written_since(run) }}
                limit 1
            {%- endset -%}
            {%- if run_query(concerned).rows | length == 0 -%}{% do run.update({'mode': 'none'}) %}{%- endif -%}
        {%- endif -%}
    {%- endif -%}
    {{ return(run) }}
{% endmacro %}

{#- Condition that a version of the model's table, or the note that it is gone, was written after what the model's table holds. run: see `table_run`. -#}
{% macro _written_since(run) -%}
    table_id = {{ sql_text_literal(config.get('meta')['cdc_table'].table_id) }} and applied_at > timestamp_micros({{ run.after_micros }})
{%- endmacro %}
