{#-
    Lets Spark interpret the expressions of what follows in this session where there are few rows, and compile them where there are many: to write and compile Java classes for each
    statement is half of all work on a thousand rows, and pays from some ten thousands on. In force until `interpret_no_more`; each connection to a Thrift server is a session of its own.
    rows: their number.
-#}
{% macro interpret_small(rows) %}
    {%- if rows <= 20000 -%}
        {%- if not kept('interprets') -%}{%- do run_query('set spark.sql.codegen.factoryMode = NO_CODEGEN') -%}{%- endif -%}
        {%- do keep('interprets', true) -%}
    {%- else -%}
        {{- interpret_no_more() -}}
    {%- endif -%}
{% endmacro %}
