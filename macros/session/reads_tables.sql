{#-
    Whether dbt's command is one of some that read tables while they render a model: not with --empty, which reads none, nor for a unit test, which has none. commands: their names. Returns a bool.
-#}
{% macro reads_tables(commands) %}
    {{ return(execute and flags.WHICH in commands and not flags.EMPTY and not rosetta_cdc.in_unit_test()) }}
{% endmacro %}
