{#-
    The run of the history that ended last, as `history_bookmark` has it: dict of `ended_run`, and of follows_micros (applied_at of the run before, none for a full run), refolded (rows), versions, links
    (numbers) and touched_tables (ids). None where another run was begun since: as long as this one is there, the tables of a run hold what it has folded. Also none where the table is of another
    version of the project. Asked once a command, and known no more where the command itself has begun a run (see `newest_run`).
    beside: a relation of the history's schema.
-#}
{% macro bookmarked_run(beside) %}
    {%- if rosetta_cdc.kept('bookmarked run') is none -%}
        {%- set begun = rosetta_cdc._run_table(beside, 'history_run', 'event_count') -%}
        {%- set ended = rosetta_cdc._run_table(beside, 'history_bookmark', 'follows_at') -%}
        {%- set found = [] -%}
        {%- if begun is not none and ended is not none -%}
            {%- set more = [
                'unix_micros(follows_at) as follows_micros', 'refolded_row_count as refolded', 'version_count as versions', 'link_count as links',
                'to_json(table_ids) as touched_tables'
            ] -%}
            {%- for row in run_query(
                'select bookmark.* from ' ~ begun ~ ' as begun inner join (' ~ rosetta_cdc.run_facts(ended, more) ~ ') as bookmark on begun.run_id = bookmark.run_id'
            ).rows -%}
                {%- do found.append(dict(row.dict(), touched_tables=fromjson(row['touched_tables']))) -%}
            {%- endfor -%}
        {%- endif -%}
        {%- do rosetta_cdc.keep('bookmarked run', found) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('bookmarked run') | first | default(none, true)) }}
{% endmacro %}

{#- A table of the run as this version of the project makes it, none where it is absent or another. beside: a relation of its schema. identifier: its name. column: one of its columns. -#}
{% macro _run_table(beside, identifier, column) %}
    {%- set table = load_relation(beside.incorporate(path={'identifier': identifier})) -%}
    {{ return(table if table is not none and table.is_table and not table.is_delta and column in (table.information or '') else none) }}
{% endmacro %}
