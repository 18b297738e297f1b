{#-
    The rows of the staging models that a run of `cdc_events` adds: only formats with records that the table lacks, only their landings.

    models: see `staging_models`.
    A table that lacks none is left (see `leave_table`).
    Renders every branch without a filter when nothing is run (parse, docs, unit tests that override `arrivals_of_run`).
-#}
{% macro unite_formats(models) -%}
    {%- set arrivals = rosetta_cdc.arrivals_of_run() -%}
    {%- if arrivals is none -%}
        {%- for relation in models.values() | unique -%}
        {{ 'union all' if not loop.first }}
        select * from {{ relation }}
        {% endfor -%}
    {%- elif arrivals.landings | length == 0 -%}
        {%- do rosetta_cdc.leave_table() -%}
        select
            {%- for name, type in rosetta_cdc.staged_columns().items() %}
            cast(null as {{ type }}) as {{ name }}{{ ',' if not loop.last }}
            {%- endfor %}
        where false
    {%- else -%}
        {%- set records = arrivals.landings | sum(attribute='records') -%}
        {%- do rosetta_cdc.interpret_small(records) -%}
        {#- Of many messages Spark fuses a staging model's steps: one by one, each writes its row with the images in it for the next. #}
        {%- do rosetta_cdc.run_with_setting('spark.sql.codegen.maxFields', 100) if not rosetta_cdc.few_rows(records) -%}
        {%- set branches = rosetta_cdc.arrival_branches(arrivals, models) -%}
        {%- do rosetta_cdc.check_event_rules(branches | rejectattr('relation', 'equalto', models['other']) | list) -%}
        {#- In a small batch to analyse the views takes longer than to read the records. #}
        {{ rosetta_cdc.union_of_arrivals(arrivals, branches, keeps_plans=rosetta_cdc.is_incremental_run() and rosetta_cdc.few_rows(records)) }}
    {%- endif -%}
{%- endmacro %}
