{#-
    Whether the states of all rows are so few that a statement which reads them all is a small one: see `is_small`. Returns a boolean.
-#}
{% macro states_are_few() %}
    {{ return(rosetta_cdc.in_unit_test() or rosetta_cdc.is_small(rosetta_cdc.relation_of('row_states'))) }}
{% endmacro %}
