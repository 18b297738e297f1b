{#-
    The zone of a source's clock: that of the model, else the registry's. Returns text, none if there is none.
    source: source_name. given: the zone that the model names, none for the registry's.
    Raises a compiler error for a name that is no time zone, and where topics of the source have several; the model then has to name one.
-#}
{% macro source_time_zone(source, given=none) %}
    {%- if not rosetta_cdc.reads_tables(['run', 'build', 'compile', 'show']) -%}{{ return(given) }}{%- endif -%}
    {%- if given -%}
        {#- Zones do not change: `graph` outlives the command in a process that parses the project once. -#}
        {%- set zones = graph.setdefault('rosetta_cdc_zones', {}) -%}
        {%- if given not in zones -%}
            {%- set is_zone = "select try_reflect('java.time.ZoneId', 'of', " ~ rosetta_cdc.sql_text_literal(given) ~ ') is not null' -%}
            {%- do zones.update({given: run_query(is_zone).columns[0].values()[0]}) -%}
        {%- endif -%}
        {%- if not zones[given] -%}{{ exceptions.raise_compiler_error("cdc_table: time_zone '" ~ given ~ "' is not a time zone") }}{%- endif -%}
        {{ return(given) }}
    {%- endif -%}
    {%- set zones = rosetta_cdc._registered_zones(source) -%}
    {%- if zones | length > 1 -%}
        {{ exceptions.raise_compiler_error(
            "source_name '" ~ source ~ "' has several time zones in the topic registry: " ~ zones | join(', ') ~ '; name one in time_zone'
        ) }}
    {%- endif -%}
    {{ return(zones[0] if zones else none) }}
{% endmacro %}

{#- The zones that the registry has for a source, sorted; the registry is read once a command. source: source_name. -#}
{% macro _registered_zones(source) %}
    {%- if rosetta_cdc.kept('registered_zones') is none -%}
        {%- set query -%}
            select distinct source_name, source_time_zone
            from {{ rosetta_cdc.topic_registry() }}
            where source_name is not null and source_time_zone is not null
            order by source_name, source_time_zone
        {%- endset -%}
        {%- set zones = {} -%}
        {%- for row in run_query(query).rows -%}{%- do zones.setdefault(row['source_name'], []).append(row['source_time_zone']) -%}{%- endfor -%}
        {%- do rosetta_cdc.keep('registered_zones', zones) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('registered_zones').get(source, [])) }}
{% endmacro %}
