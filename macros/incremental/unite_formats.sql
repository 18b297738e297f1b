{#-
    The rows of the staging models that a run of `cdc_events` adds: only formats with records that the table lacks, only their landings.
    Planning a branch costs more than its data in a small batch, so a format without new records is not in the statement.

    models: see `staging_models`.
    Renders every branch without a filter when nothing is run (parse, docs, unit tests that override `arrivals_of_run`).
-#}
{% macro unite_formats(models) -%}
    {%- set arrivals = arrivals_of_run() -%}
    {%- if arrivals is none -%}
        {%- set branches = [] -%}
        {%- for relation in models.values() -%}
            {%- do branches.append('select * from ' ~ relation) -%}
        {%- endfor -%}
        {{ branches | join('\nunion all\n') }}
    {%- elif arrivals.landings | length == 0 -%}
        select
            {%- for name, type in staged_columns().items() %}
            cast(null as {{ type }}) as {{ name }}{{ ',' if not loop.last }}
            {%- endfor %}
        where false
    {%- else -%}
        {%- set branches = [] -%}
        {%- for branch in branches_of_arrivals(arrivals, models) -%}
            {%- do branches.append(
                'select * from ' ~ models[branch.format]
                ~ ' where (' ~ branch.filters | join(') or (') ~ ')'
            ) -%}
        {%- endfor -%}
        {{ branches | join('\nunion all\n') }}
    {%- endif -%}
{%- endmacro %}
