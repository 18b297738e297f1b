{#-
    The union that reads the arrivals: one branch a staging model that has records among them, each with literal filters. Planning a branch costs
    more than its data in a small batch, so a model without records is not in the statement.

    arrivals: see `raw_arrivals`. branches: see `arrival_branches`. keeps_plans: whether a model asks, for which the session keeps the plans of the views (see `analysed_rows`).
    Renders a query with the columns of `staged_columns`.
-#}
{% macro union_of_arrivals(arrivals, branches, keeps_plans=false) %}
    {%- set condition = rosetta_cdc.landing_filter(arrivals) -%}
    {%- for branch in branches %}
    {%- set rows = 'select * from ' ~ branch.relation -%}
    {%- set texts = rosetta_cdc.view_texts(branch.relation) if keeps_plans else [none] %}
    {{ 'union all' if not loop.first }}
    {{ rows if none in texts else rosetta_cdc.analysed_rows(rows, texts | join(' '), lists_files=false) }}
    where format_basis in ('{{ branch.bases | unique | join("', '") }}')
        {%- if branch.relation != rosetta_cdc.staging_models()['other'] %} and source_format in ('{{ branch.codes | unique | join("', '") }}'){% endif %}
        and {{ condition }}
    {%- endfor -%}
{% endmacro %}
