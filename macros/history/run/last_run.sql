{#-
    What is known of the last run of the history that ended: dict of `ended_run`, and is_last: no run was begun after it. None where the history was never made.

    The run that was begun last stands in `history_run`, the one that ended last in `history_bookmark`. Mostly they are the same, and `history_runs`, a Delta table, is not read.
    Raises an error where the history is of an older version of the project, unless it is refreshed.
-#}
{% macro last_run() %}
    {%- set runs = load_relation(this.incorporate(path={'identifier': 'history_runs'})) -%}
    {%- if runs is none -%}
        {%- if load_relation(this.incorporate(path={'identifier': 'row_states'})) is not none and not flags.FULL_REFRESH -%}
            {{ exceptions.raise_compiler_error('the row history was made by an older version of the project: run `dbt run --full-refresh --select path:models/state` once') }}
        {%- endif -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set begun = _run_table('history_run') -%}
    {%- set ended = _run_table('history_bookmark') -%}
    {%- if begun is not none and ended is not none -%}
        {%- set found = run_query(
            'select bookmark.* from ' ~ begun ~ ' as begun inner join (' ~ _run_facts(ended) ~ ') as bookmark on begun.run_id = bookmark.run_id'
        ).rows -%}
        {%- if found -%}{{ return(dict(found[0].dict(), is_last=true)) }}{%- endif -%}
    {%- endif -%}
    {#- A run that was killed has no bookmark; one that was killed just before it has ended all the same. -#}
    {%- set ended = ended_run(runs) -%}
    {{ return(dict(ended, is_last=false) if ended is not none else none) }}
{% endmacro %}

{#- A table of the run as this version of the project makes it, none where it is absent or another. identifier: its name. -#}
{% macro _run_table(identifier) %}
    {%- set table = load_relation(this.incorporate(path={'identifier': identifier})) -%}
    {{ return(table if table is not none and table.is_table and not table.is_delta else none) }}
{% endmacro %}
