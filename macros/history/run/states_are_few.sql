{#-
    Whether the states of all rows are so few that a statement which reads them all is a small one: some megabytes (see `size_of`). Returns a boolean, true where nothing is run.
-#}
{% macro states_are_few() %}
    {{ return(size_of(this.incorporate(path={'identifier': 'row_states'}, type='table')) <= 8000000) }}
{% endmacro %}
