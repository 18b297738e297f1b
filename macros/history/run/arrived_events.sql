{#-
    The events that a run of the history has to take, as `history_events`. Not from Delta's change data feed, which is read row by row and gives the columns
    of an image in any order. events: relation of `cdc_events`. run: see `history_run`, of mode `incremental`.
-#}
{% macro arrived_events(events, run) -%}
    {{ rosetta_cdc.history_events(rosetta_cdc.at_version(events, run.to_version), rosetta_cdc.is_of_loads(run.loads, run.loaded_since)) }}
{%- endmacro %}
