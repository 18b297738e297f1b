{#-
    Writes the result of a query to a table of its own, so that the statement of the run can read it more than once without computing it anew.
    identifier: the table's name, beside the model. query: SQL. Returns the relation.
-#}
{% macro stored_for_run(identifier, query) %}
    {%- set table = this.incorporate(path={'identifier': identifier}) -%}
    {%- if execute and flags.WHICH in ('run', 'build') -%}
        {%- do run_query('create or replace table ' ~ table ~ ' using delta as ' ~ query) -%}
    {%- endif -%}
    {{ return(table) }}
{% endmacro %}
