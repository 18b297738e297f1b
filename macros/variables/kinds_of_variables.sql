{#- What each variable of the project takes, in words. Returns a dict of its name to a text. -#}
{% macro kinds_of_variables() %}
    {{ return({
        'cdc_allow_full_refresh': 'true or false',
        'cdc_keep_events': 'true or false',
        'cdc_run_lock_hours': 'a whole number of hours above 0',
        'cdc_formats': 'a declaration for each format code',
        'cdc_own_formats': 'a declaration for each format code',
        'cdc_common_options': 'values and their meanings for each option',
        'cdc_avro_seed': 'the name of a seed',
        'cdc_registry_seed': 'the name of a seed',
        'cdc_raw_schema': 'the name of a schema',
        'cdc_thresholds': 'a list of two numbers or nulls for each check',
        'cdc_unmonitored_topics': 'a Java regular expression'
    }) }}
{% endmacro %}
