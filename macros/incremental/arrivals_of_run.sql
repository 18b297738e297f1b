{#- What this run of the model has to read (see `raw_arrivals`), none where nothing is run. Unit tests override it with none. -#}
{% macro arrivals_of_run() %}
    {%- if execute and flags.WHICH in ('run', 'build') -%}
        {{ return(rosetta_cdc.raw_arrivals(full_refresh=not rosetta_cdc.is_incremental_run())) }}
    {%- endif -%}
    {{ return(none) }}
{% endmacro %}
