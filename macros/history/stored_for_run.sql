{#-
    Writes the result of a query to a table of its own (see `prepare_run_table`), so that the statement of the run can read it more than once without computing it anew.
    identifier: the table's name, beside the model. query: SQL. most_fields: the most fields of a step that Spark may fuse with others (spark.sql.codegen.maxFields)
    meanwhile, none for the session's. A table with more fields is read row by row, which takes longer than all else where it is large. Returns the relation.
-#}
{% macro stored_for_run(identifier, query, most_fields=none) %}
    {%- set table = this.incorporate(path={'identifier': identifier}, type='table') -%}
    {%- if execute and flags.WHICH in ('run', 'build') -%}
        {%- set setting = 'spark.sql.codegen.maxFields' -%}
        {%- set rows = prepare_run_table(table, query) -%}
        {%- if most_fields -%}
            {%- set before = run_query('set ' ~ setting).columns['value'].values()[0] -%}
            {%- do run_query('set ' ~ setting ~ ' = ' ~ most_fields) -%}
        {%- endif -%}
        {%- do run_query('insert overwrite table ' ~ table ~ ' select * from ' ~ rows) -%}
        {%- if most_fields -%}{%- do run_query('set ' ~ setting ~ ' = ' ~ before) -%}{%- endif -%}
    {%- endif -%}
    {{ return(table) }}
{% endmacro %}
