{#-
    What is known of the last run of the history that ended: dict of `ended_run`, and is_last: no run was begun after it. None where the history was never made.

    The run that was begun last stands in `history_run`: mostly it is the one that ended last, and then only the newest file of `history_runs` is read.
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
    {%- set begun = load_relation(this.incorporate(path={'identifier': 'history_run'})) -%}
    {%- set last_begun = run_query('select run_id, unix_micros(applied_at) as applied_micros from ' ~ begun).rows if begun is not none and begun.is_table and not begun.is_delta else [] -%}
    {%- if last_begun -%}
        {%- set found = run_query(
            _run_facts(runs) ~ ' where applied_at >= timestamp_micros(' ~ last_begun[0]['applied_micros'] ~ ") and run_id = '" ~ last_begun[0]['run_id'] ~ "'"
        ).rows -%}
        {%- if found -%}{{ return(dict(found[0].dict(), is_last=true)) }}{%- endif -%}
    {%- endif -%}
    {%- set ended = ended_run(runs) -%}
    {{ return(dict(ended, is_last=false) if ended is not none else none) }}
{% endmacro %}
