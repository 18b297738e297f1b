{#- What this run of the model has to read (see `raw_arrivals`), none where nothing is run. Unit tests override it with none. -#}
{% macro arrivals_of_run() %}
    {%- if rosetta_cdc.reads_tables(['run', 'build']) -%}
        {{ return(rosetta_cdc.raw_arrivals(full_refresh=not rosetta_cdc.is_incremental_run())) }}
    {%- endif -%}
    {{ return(none) }}
{% endmacro %}
