{#-
    What a run of a table of `cdc_table` has to read: dict of mode (`full`, `incremental`, `none` where nothing concerns the table), after_micros (applied_at of the newest run of the history that
    the table holds) and until_micros (of the last that ended), microseconds since 1970; none where they bound nothing; versions: how many the runs of the history between them have written, of all tables,
    none where that is not known.
    Full at the first run, with --full-refresh, where the history was folded in full since, and where the table was made for another definition (see `table_is_changed`).
    `history_runs` names the tables that each run has touched: the history itself is not asked.
-#}
{% macro table_run() %}
    {%- if not reads_tables(['run', 'build']) -%}{{ return({'mode': 'full', 'after_micros': none, 'until_micros': none, 'versions': none}) }}{%- endif -%}
    {%- if kept('run of ' ~ this) -%}{{ return(kept('run of ' ~ this)) }}{%- endif -%}
    {%- set runs = recent_runs() -%}
    {%- set run = {'mode': 'full', 'after_micros': none, 'until_micros': runs[0].applied_micros if runs else none, 'versions': none} -%}
    {%- if is_incremental() and runs -%}
        {%- set held = _applied_until() -%}
        {%- if held is not none and held >= runs[0].refolded_micros -%}
            {%- set is_concerned = _is_concerned(config.get('meta')['cdc_table'].table_id, runs, held) or kept('cast errors are counted again') -%}
            {%- do run.update({'mode': 'incremental' if is_concerned else 'none', 'after_micros': held}) -%}
            {%- if runs[-1].applied_micros <= held or runs | length < 500 -%}
                {%- do run.update({'versions': runs | selectattr('applied_micros', 'gt', held) | sum(attribute='versions')}) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endif -%}
    {%- do keep('run of ' ~ this, run) -%}
    {{ return(run) }}
{% endmacro %}

{#- applied_at of the newest run of the history that the model's table holds, microseconds since 1970; none where it is not known. -#}
{% macro _applied_until() %}
    {%- set noted = noted_properties().get('rosetta_cdc.applied_until') -%}
    {%- if noted -%}{{ return(noted | int) }}{%- endif -%}
    {%- set newest = run_query('select unix_micros(max(applied_at)) from ' ~ this).columns[0].values()[0] -%}
    {{ return(newest | int if newest is not none else none) }}
{% endmacro %}

{#-
    Whether a run of the history after a moment has touched a table; also where that is not known. table_id: of the source. runs: see `recent_runs`. after: microseconds since 1970.
-#}
{% macro _is_concerned(table_id, runs, after) %}
    {%- if runs[-1].applied_micros > after and runs | length == 500 -%}{{ return(true) }}{%- endif -%}
    {%- for run in runs if run.applied_micros > after and (run.tables is none or table_id in run.tables) -%}{{ return(true) }}{%- endfor -%}
    {{ return(false) }}
{% endmacro %}

{#- Condition that a version of the model's table, or the note that it is gone, was written after what the model's table holds. run: see `table_run`. -#}
{% macro _written_since(run) -%}
    table_id = {{ sql_text_literal(config.get('meta')['cdc_table'].table_id) }} and applied_at > timestamp_micros({{ run.after_micros }})
{%- endmacro %}
