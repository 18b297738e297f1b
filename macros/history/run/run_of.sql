{#-
    The run of the history that this command has begun: dict of `history_run`. Where nothing is run, and the text of a model is only to be read, that of a run like any other.
-#}
{% macro run_of() %}
    {{ return(kept('history_run') or example_run()) }}
{% endmacro %}
