{#-
    The zone of a source's clock, as the registry has it: text, none if it has none.
    source: source_name. Raises a compiler error where topics of the source have several; the caller then has to name one.
-#}
{% macro source_time_zone(source) %}
    {%- set topics = ref('cdc_topics') -%}
    {%- if not execute or flags.WHICH not in ('run', 'build', 'compile', 'show') -%}{{ return(none) }}{%- endif -%}
    {%- set query -%}
        select distinct source_time_zone from {{ topics }} where source_name = {{ sql_text_literal(source) }} and source_time_zone is not null order by 1
    {%- endset -%}
    {%- set zones = run_query(query).columns[0].values() -%}
    {%- if zones | length > 1 -%}
        {{ exceptions.raise_compiler_error(
            "source_name '" ~ source ~ "' has the zones " ~ zones | join(', ') ~ ' in seeds/cdc_topics.csv; name one in time_zone'
        ) }}
    {%- endif -%}
    {{ return(zones[0] if zones else none) }}
{% endmacro %}
