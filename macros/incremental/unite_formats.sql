{#-
    The rows of the staging models that a run of `cdc_events` adds: only formats with records that the table lacks, only their landings.

    models: see `staging_models`.
    A table that lacks none is left (see `leave_table`).
    Renders every branch without a filter when nothing is run (parse, docs, unit tests that override `arrivals_of_run`).
-#}
{% macro unite_formats(models) -%}
    {%- set arrivals = arrivals_of_run() -%}
    {%- if arrivals is none -%}
        {%- for relation in models.values() | unique -%}
        {{ 'union all' if not loop.first }}
        select * from {{ relation }}
        {% endfor -%}
    {%- elif arrivals.landings | length == 0 -%}
        {%- do leave_table() -%}
        select
            {%- for name, type in staged_columns().items() %}
            cast(null as {{ type }}) as {{ name }}{{ ',' if not loop.last }}
            {%- endfor %}
        where false
    {%- else -%}
        {%- set records = arrivals.landings | sum(attribute='records') -%}
        {%- do interpret_small(records) -%}
        {#- Of many messages Spark fuses a staging model's steps: one by one, each writes its row with the images in it for the next. #}
        {%- do run_with_setting('spark.sql.codegen.maxFields', 100) if not few_rows(records) -%}
        {%- set branches = arrival_branches(arrivals, models) -%}
        {%- do check_event_rules(branches | rejectattr('relation', 'equalto', models['other']) | list) -%}
        {#- In a small batch to analyse the views takes longer than to read the records. #}
        {{ union_of_arrivals(arrivals, branches, keeps_plans=is_incremental() and few_rows(records)) }}
    {%- endif -%}
{%- endmacro %}
