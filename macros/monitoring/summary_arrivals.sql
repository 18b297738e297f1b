{#-
    The events that came since a summary was written. Not Delta's change data feed, which is read row by row and gives the columns of an image in any order.
    run: see `summary_run`. Renders a query.
-#}
{% macro summary_arrivals(run) -%}
    select *
    from {{ rosetta_cdc.summary_events(run) }}
    where {{ rosetta_cdc.is_of_loads(run.loads, run.loaded_since) }}
{%- endmacro %}
