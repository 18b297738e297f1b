{#-
    Lets Spark interpret the expressions of the model's statement where it reads few rows: to write and compile Java classes for a statement is half of all work on a thousand rows, and
    pays from some ten thousands on. Not for a statement that reads what does not grow with the run, such as the states of all rows.
    rows: number of rows that the statement reads.
-#}
{% macro interpret_small(rows) %}
    {%- if few_rows(rows) -%}{%- do run_with_setting('spark.sql.codegen.factoryMode', 'NO_CODEGEN') -%}{%- endif -%}
{% endmacro %}
