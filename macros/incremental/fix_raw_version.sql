{#-
    Fixes the version of raw that the command reads: called before the topics' rules are looked up, so that no event is made of a topic that lands in between, whose rules the command does not know. A
    landing notes a topic before its records. No dependency of the model that calls it, which would be made anew after each landing. Costs nothing where `cdc_events` is made, which asks the same.
-#}
{% macro fix_raw_version() %}
    {%- if rosetta_cdc.reads_tables(['run', 'build']) -%}
        {%- set raw = graph.sources['source.rosetta_cdc.raw.kafka_messages'] -%}
        {%- do rosetta_cdc.recent_commits(api.Relation.create(schema=raw.schema, identifier=raw.identifier)) -%}
    {%- endif -%}
{% endmacro %}
