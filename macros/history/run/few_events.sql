{#-
    Whether a run's statements read few events and rows, whatever else the history holds: the run brings few, and where it refolds rows, which searches all of `cdc_events`, these are few, too (see
    `is_small`). Returns a boolean. run: see `history_run`.
-#}
{% macro few_events(run) %}
    {%- if rosetta_cdc.in_unit_test() -%}{{ return(true) }}{%- endif -%}
    {%- set events = ref('cdc_events') -%}
    {{ return(rosetta_cdc.few_rows([run.events, run.rows] | max) and (run.mode == 'full' or not run.refolded or rosetta_cdc.is_small(events))) }}
{% endmacro %}
