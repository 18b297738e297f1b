{#-
    The branches of the union that read the arrivals.

    arrivals: see `raw_arrivals`. models: see `staging_models`. Records of unregistered topics are recognised once
    here, so that only the formats among them are read.
    Returns a list of {format: key of models, filters: [SQL condition]}.
-#}
{% macro branches_of_arrivals(arrivals, models) %}
    {%- set filters = {} -%}
    {%- for format in arrivals.landings | map(attribute='format') | unique | sort -%}
        {%- set condition = landing_filter(arrivals, format) -%}
        {%- if format == 'auto' -%}
            {%- set recognised = run_query(
                'select distinct recognised_format from ' ~ ref('recognised_messages') ~ ' where ' ~ condition
            ).columns[0].values() -%}
            {%- for name in recognised -%}
                {%- set key = name if name in models else 'other' -%}
                {%- do filters.update({key: filters.get(key, []) + ["format_basis = 'structure' and " ~ condition]}) -%}
            {%- endfor -%}
        {%- else -%}
            {%- set key = format if format in models else 'other' -%}
            {%- do filters.update({key: filters.get(key, []) + ["format_basis = 'registry' and " ~ condition]}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set branches = [] -%}
    {%- for key, conditions in filters.items() -%}
        {%- do branches.append({'format': key, 'filters': conditions | unique | list}) -%}
    {%- endfor -%}
    {{ return(branches) }}
{% endmacro %}
