{#-
    Whether so few rows are read that Spark takes longer to plan and compile for them than to read them. Returns a boolean. rows: their number.
-#}
{% macro few_rows(rows) %}
    {{ return(rows <= 20000) }}
{% endmacro %}
