{#-
    Says, where a model is compiled, that there is nothing to do for its table or view: what is there is left as it is. For the materializations `run_table`, `run_view` and
    `cdc_incremental`.
-#}
{% macro leave_table() %}
    {%- do rosetta_cdc.keep('left ' ~ this, true) -%}
{% endmacro %}
