{#-
    Whether an event came with one of some runs of `cdc_events`. loads: their load_id. since: the earliest loaded_at of them, microseconds since 1970, by which Delta
    skips the files that were written before. Renders a condition without parentheses around it: after `version as of n` Spark takes `where (` for an alias with columns.
-#}
{% macro is_of_loads(loads, since) -%}
    {%- if not loads -%}
    false
    {%- else -%}
    load_id in ({% for load in loads %}{{ rosetta_cdc.sql_text_literal(load) }}{{ ', ' if not loop.last }}{% endfor %}) and loaded_at >= timestamp_micros({{ since }})
    {%- endif -%}
{%- endmacro %}
