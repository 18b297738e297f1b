{#- The table of the run lock: a row for each taking and each release. Returns the relation, whether or not it exists. -#}
{% macro run_lock() %}
    {{ return(api.Relation.create(schema=target.schema, identifier='cdc_run_lock')) }}
{% endmacro %}
