{#-
    Lets Spark interpret the expressions of the model's statement where it reads few rows: to write and compile Java classes for a statement is half of all work on a thousand rows, and
    pays from some ten thousands on. Not for a statement that reads what does not grow with the run, such as the states of all rows.
    rows: number of rows that the statement reads. copied: a small table that it copies as well, none where it copies none. In a session that goes on Java classes made for a copy serve the next runs,
    too, and pay from some thousands of rows, a megabyte, on.
-#}
{% macro interpret_small(rows, copied=none) %}
    {%- if rosetta_cdc.few_rows(rows) and (copied is none or rosetta_cdc.is_small(copied, 1000000)) -%}{%- do rosetta_cdc.run_with_setting('spark.sql.codegen.factoryMode', 'NO_CODEGEN') -%}{%- endif -%}
{% endmacro %}
