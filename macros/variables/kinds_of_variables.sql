{#- What each variable of the project takes. Returns a dict of its name to a dict of `kind`, by which `wrong_variable` checks it, and `what`, the same in words. -#}
{% macro kinds_of_variables() %}
    {%- set flag = {'kind': 'boolean', 'what': 'true or false'} -%}
    {%- set formats = {'kind': 'mapping', 'what': 'a declaration for each format code'} -%}
    {%- set seed = {'kind': 'text', 'what': 'the name of a seed'} -%}
    {{ return({
        'cdc_allow_full_refresh': flag,
        'cdc_keep_events': flag,
        'cdc_run_lock_hours': {'kind': 'hours', 'what': 'a whole number of hours above 0'},
        'cdc_formats': formats,
        'cdc_own_formats': formats,
        'cdc_common_options': {'kind': 'mapping', 'what': 'values and their meanings for each option'},
        'cdc_avro_seed': seed,
        'cdc_registry_seed': seed,
        'cdc_raw_schema': {'kind': 'text', 'what': 'the name of a schema'},
        'cdc_thresholds': {'kind': 'thresholds', 'what': 'a list of two numbers or nulls for each check'},
        'cdc_unmonitored_topics': {'kind': 'pattern', 'what': 'a Java regular expression'}
    }) }}
{% endmacro %}
