{#-
    Takes back what a killed run has written: the tables that are written before `row_states`, which is written last and knows the versions that belong to it.
    bookmark: see `history_bookmark`. Returns the versions of these tables from which the run goes on: dict of name -> number.
-#}
{% macro restore_history(bookmark) %}
    {%- set held = {} -%}
    {%- for identifier, field in history_tables().items() -%}
        {%- set version = bookmark[field] | int -%}
        {%- set table = this.incorporate(path={'identifier': identifier}) -%}
        {%- set newest = newest_version(table) -%}
        {%- do held.update({identifier: newest}) -%}
        {%- if newest > version -%}
            {%- set written = run_query('describe history ' ~ table ~ ' limit ' ~ (newest - version)).columns['operation'].values() | list -%}
            {%- if written | reject('in', ['OPTIMIZE', 'VACUUM START', 'VACUUM END', 'SET TBLPROPERTIES', 'REORG']) | list -%}
                {%- do log('History: ' ~ identifier ~ ' is put back to what it was before the last run, which did not end.', info=true) -%}
                {%- do run_query('restore table ' ~ table ~ ' to version as of ' ~ version) -%}
                {%- do held.update({identifier: newest_version(table)}) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(held) }}
{% endmacro %}
