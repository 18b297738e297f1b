{#-
    The run of the history that ended last, as `history_bookmark` has it: dict of `ended_run`, and of follows_micros (applied_at of the run before, none for a full run), refolded (rows), versions, links
    (numbers) and touched_tables (ids). None where another run was begun since: as long as this one is there, the tables of a run hold what it has folded. Also none where the table is of another
    version of the project. Asked once a command, and known no more where the command itself has begun a run (see `newest_run`).
-#}
{% macro bookmarked_run() %}
    {%- if rosetta_cdc.kept('bookmarked run') is none -%}
        {%- set begun = rosetta_cdc._run_table('history_run', 'event_count') -%}
        {%- set ended = rosetta_cdc._run_table('history_bookmark', 'follows_at') -%}
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

{#- A table of the run as this version of the project makes it, none where it is absent or another. identifier: its name. column: one of its columns. -#}
{% macro _run_table(identifier, column) %}
    {%- set table = rosetta_cdc.table_of(identifier) -%}
    {{ return(table if table is not none and not table.is_delta and column in (table.information or '') else none) }}
{% endmacro %}
