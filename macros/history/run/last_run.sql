{#-
    What is known of the last run of the history that ended: dict of `ended_run`, and is_last: no run was begun after it. None where the history was never made.

    The run that was begun last stands in `history_run`, the one that ended last in `history_bookmark`. Mostly they are the same, and `history_runs`, a Delta table, is not read.
    Raises an error where the history is of an older version of the project, unless it is refreshed.
-#}
{% macro last_run() %}
    {%- set runs = rosetta_cdc.table_of('history_runs') -%}
    {%- if runs is none -%}
        {%- if rosetta_cdc.table_of('row_states') is not none and not flags.FULL_REFRESH -%}
            {{ exceptions.raise_compiler_error('the row history was built by an older version of the project; run `dbt run --full-refresh --select path:models/state` once') }}
        {%- endif -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set ended = rosetta_cdc.bookmarked_run() -%}
    {%- if ended is not none -%}{{ return(dict(ended, is_last=true)) }}{%- endif -%}
    {#- A run that was killed has no bookmark; one that was killed just before it has ended all the same. -#}
    {%- set ended = rosetta_cdc.ended_run(runs) -%}
    {{ return(dict(ended, is_last=false) if ended is not none else none) }}
{% endmacro %}
