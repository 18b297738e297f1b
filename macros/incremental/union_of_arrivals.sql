{#-
    The union that reads the arrivals: one branch a staging model that has records among them, each with literal filters. Planning a branch costs
    more than its data in a small batch, so a model without records is not in the statement.

    arrivals: see `raw_arrivals`. models: see `staging_models`. Records of unregistered topics are recognised once
    here, so that only the formats among them are read.
    Renders a query with the columns of `staged_columns`.
-#}
{% macro union_of_arrivals(arrivals, models) %}
    {%- set condition = landing_filter(arrivals) -%}
    {#- relation -> {source_format: [format codes], format_basis: [bases]} -#}
    {%- set branches = {} -%}
    {%- for format in arrivals.landings | map(attribute='format') | unique | sort -%}
        {%- if format == 'auto' -%}
            {%- set found = run_query(
                'select distinct recognised_format from ' ~ ref('recognised_messages') ~ ' where ' ~ condition
            ).columns[0].values() | sort -%}
        {%- else -%}
            {%- set found = [format] -%}
        {%- endif -%}
        {%- for code in found -%}
            {%- set relation = models[code if code in models else 'other'] -%}
            {%- set branch = branches.setdefault(relation | string, {'relation': relation, 'codes': [], 'bases': []}) -%}
            {%- do branch.codes.append(code) -%}
            {%- do branch.bases.append('structure' if format == 'auto' else 'registry') -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for branch in branches.values() %}
    {{ 'union all' if not loop.first }}
    select * from {{ branch.relation }}
    where format_basis in ('{{ branch.bases | unique | join("', '") }}')
        {%- if branch.relation != models['other'] %} and source_format in ('{{ branch.codes | unique | join("', '") }}'){% endif %}
        and {{ condition }}
    {%- endfor -%}
{% endmacro %}
