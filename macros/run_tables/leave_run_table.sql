{#- Says, where a model of the materialization `run_table` is compiled, that the run has no rows for its table: the table is left as it is, if there is one. -#}
{% macro leave_run_table() %}
    {%- if execute -%}{%- do graph.setdefault('left_tables', {}).update({model.unique_id: invocation_id}) -%}{%- endif -%}
{% endmacro %}
