{#-
    The run of the history that this command has begun: dict of `history_run`. Where nothing is run, and the text of a model is only to be read, and in a unit test, that of a run like any other.
-#}
{% macro run_of() %}
    {{ return((none if rosetta_cdc.in_unit_test() else rosetta_cdc.kept('history_run')) or rosetta_cdc.example_run()) }}
{% endmacro %}
