{#- Whether `trim_raw` has taken records out of raw, which `cdc_events` has. Returns a boolean. -#}
{% macro raw_is_trimmed() %}
    {%- set ranges = source('raw', 'trimmed_offset_ranges') -%}
    {%- set known = adapter.get_relation(database=none, schema=ranges.schema, identifier=ranges.identifier) -%}
    {{ return(known is not none and run_query('select 1 from ' ~ ranges ~ ' limit 1').rows | length > 0) }}
{% endmacro %}
