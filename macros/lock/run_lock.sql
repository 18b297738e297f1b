{#- The table of the run lock, beside `cdc_events`: a row for each taking and each release. Returns the relation, whether or not it exists. -#}
{% macro run_lock() %}
    {{ return(rosetta_cdc.relation_of('cdc_events').incorporate(path={'identifier': 'cdc_run_lock'})) }}
{% endmacro %}
