{#-
    The zone of a source's clock: that of the model, else the registry's. Returns text, none if there is none.
    source: source_name. given: the zone that the model names, none for the registry's.
    Raises a compiler error for a name that is no time zone, and where topics of the source have several; the model then has to name one.
-#}
{% macro source_time_zone(source, given=none) %}
    {%- if not reads_tables(['run', 'build', 'compile', 'show']) -%}{{ return(given) }}{%- endif -%}
    {%- if given -%}
        {%- set is_zone = "select try_reflect('java.time.ZoneId', 'of', " ~ sql_text_literal(given) ~ ') is not null' -%}
        {%- if not run_query(is_zone).columns[0].values()[0] -%}{{ exceptions.raise_compiler_error("cdc_table: time_zone '" ~ given ~ "' is no time zone") }}{%- endif -%}
        {{ return(given) }}
    {%- endif -%}
    {%- set zones = _registered_zones(source) -%}
    {%- if zones | length > 1 -%}
        {{ exceptions.raise_compiler_error(
            "source_name '" ~ source ~ "' has the zones " ~ zones | join(', ') ~ ' in seeds/cdc_topics.csv; name one in time_zone'
        ) }}
    {%- endif -%}
    {{ return(zones[0] if zones else none) }}
{% endmacro %}

{#- The zones that the registry has for a source, sorted. source: source_name. -#}
{% macro _registered_zones(source) %}
    {%- set query -%}
        select distinct source_time_zone
        from {{ ref('cdc_topics') }}
        where source_name = {{ sql_text_literal(source) }} and source_time_zone is not null
        order by 1
    {%- endset -%}
    {{ return(run_query(query).columns[0].values() | list) }}
{% endmacro %}
