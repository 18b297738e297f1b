{#-
    The staging models that have records among the arrivals: list of {relation, codes: format codes, bases: format_basis of those}.

    arrivals: see `raw_arrivals`. models: see `staging_models`. Records of unregistered topics are recognised once here, so that only the formats among them are read.
-#}
{% macro arrival_branches(arrivals, models) %}
    {%- set branches = {} -%}
    {%- for format in arrivals.landings | map(attribute='format') | unique | sort -%}
        {%- if format == 'auto' -%}
            {%- set found = run_query(
                'select distinct recognised_format from ' ~ ref('recognised_messages') ~ ' where ' ~ rosetta_cdc.landing_filter(arrivals)
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
    {{ return(branches.values() | list) }}
{% endmacro %}
