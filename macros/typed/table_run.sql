{#-
    What a run of a table of `cdc_table` has to read: dict of mode (`full`, `incremental`, `none` where nothing concerns the table, `any` where the SQL is rendered for its digest alone, see
    `table_is_changed`), after_micros (applied_at of the newest run of the history that the table holds) and until_micros (of the last that ended), microseconds since 1970; none where they bound
    nothing; versions: how many the runs of the history between them have written, of all tables, none where that is not known; only: the newest run of the history, if no other since has touched
    the table and its own tables hold all that it has changed (see `newest_run`), else none.
    Full at the first run, with --full-refresh, where the history was folded in full since, and where the table was made for another definition (see `table_is_changed`).
    Runs name the tables that they have touched: the history itself is not asked.
-#}
{% macro table_run() %}
    {%- if not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return({'mode': 'full', 'after_micros': none, 'until_micros': none, 'versions': none, 'only': none}) }}{%- endif -%}
    {%- if rosetta_cdc.kept('is defined ' ~ this) -%}{{ return({'mode': 'any', 'after_micros': none, 'until_micros': none, 'versions': none, 'only': none}) }}{%- endif -%}
    {%- if rosetta_cdc.kept('run of ' ~ this) is none -%}{%- do rosetta_cdc.keep('run of ' ~ this, rosetta_cdc._table_run()) -%}{%- endif -%}
    {{ return(rosetta_cdc.kept('run of ' ~ this)) }}
{% endmacro %}

{#- The dict of `table_run`, found out. -#}
{% macro _table_run() %}
    {%- set held = rosetta_cdc._applied_until() if rosetta_cdc.is_incremental_run() else none -%}
    {%- set newest = rosetta_cdc.newest_run() -%}
    {#- A table that holds all runs but the newest need not ask for others. -#}
    {%- set runs = [newest] if newest is not none and held is not none and held in [newest.applied_micros, newest.follows_micros] else rosetta_cdc.recent_runs() -%}
    {%- set run = {'mode': 'full', 'after_micros': none, 'until_micros': runs[0].applied_micros if runs else none, 'versions': none, 'only': none} -%}
    {%- if held is not none and runs and held >= runs[0].refolded_micros -%}
        {%- set since = runs | selectattr('applied_micros', 'gt', held) | list -%}
        {%- set all_are_known = since | length < 500 -%}
        {%- set concerning = [] -%}
        {%- for candidate in since if candidate.tables is none or rosetta_cdc._has_table(candidate.tables) -%}{%- do concerning.append(candidate.applied_micros) -%}{%- endfor -%}
        {%- set is_concerned = concerning or not all_are_known or rosetta_cdc.kept('cast errors are counted again') -%}
        {%- do run.update({'mode': 'incremental' if is_concerned else 'none', 'after_micros': held}) -%}
        {%- if all_are_known -%}
            {%- do run.update({'versions': since | sum(attribute='versions')}) -%}
            {%- if newest is not none and concerning == [newest.applied_micros] and not newest.refolded -%}{%- do run.update({'only': newest}) -%}{%- endif -%}
        {%- endif -%}
    {%- endif -%}
    {{ return(run) }}
{% endmacro %}

{#- Whether tables that a run has touched may be of the model: of one with `shards` every table of its source counts. tables: ids. Returns a bool. -#}
{% macro _has_table(tables) %}
    {%- set table = config.get('meta')['cdc_table'] -%}
    {%- if not table.shards -%}{{ return(table.table_id in tables) }}{%- endif -%}
    {%- set prefix = rosetta_cdc.table_id_of(table.source, '') -%}
    {%- for touched in tables if touched.startswith(prefix) -%}{{ return(true) }}{%- endfor -%}
    {{ return(false) }}
{% endmacro %}

{#- applied_at of the newest run of the history that the model's table holds, microseconds since 1970; none where it is not known. -#}
{% macro _applied_until() %}
    {%- set noted = rosetta_cdc.noted_properties().get('rosetta_cdc.applied_until') -%}
    {%- if noted -%}{{ return(noted | int) }}{%- endif -%}
    {%- set newest = run_query('select unix_micros(max(applied_at)) from ' ~ this).columns[0].values()[0] -%}
    {{ return(newest | int if newest is not none else none) }}
{% endmacro %}

{#- Condition that a version of the model's table, or the note that it is gone, was written after what the model's table holds. run: see `table_run`. -#}
{% macro _written_since(run) -%}
    {{ rosetta_cdc.is_of_model(config.get('meta')['cdc_table']) }} and applied_at > timestamp_micros({{ run.after_micros }})
{%- endmacro %}
