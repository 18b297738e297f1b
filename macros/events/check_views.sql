{#-
    Raises an error where a command makes `cdc_events` and none of the views that it reads has ever been made, while records have landed: Spark would say so with a screen of its plan.
    Called on-run-start.
-#}
{% macro check_views() %}
    {%- set views = [] -%}
    {%- set events = graph.nodes.get('model.rosetta_cdc.cdc_events') if execute -%}
    {%- if events and events.unique_id in selected_resources and not flags.EMPTY -%}
        {%- for unique_id in events.depends_on.nodes if graph.nodes.get(unique_id, {}).get('config', {}).get('materialized') == 'cdc_view' -%}
            {%- do views.append(graph.nodes[unique_id]) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- set found = namespace(any=views | selectattr('unique_id', 'in', selected_resources) | list | length > 0) -%}
    {#- The first view that is there ends the search: a run that goes on asks once. #}
    {%- for node in views if not found.any -%}
        {%- set found.any = adapter.get_relation(database=none, schema=node.schema, identifier=node.alias) is not none -%}
    {%- endfor -%}
    {%- if views and not found.any and run_query('select 1 from ' ~ source('raw', 'kafka_messages') ~ ' limit 1').rows -%}
        {{ exceptions.raise_compiler_error(
            'nothing has been built in ' ~ env_var('ROSETTA_HOME', 'this warehouse') ~ ' yet, and this command leaves out the views that cdc_events reads: run dbt build once, or scripts/run'
        ) }}
    {%- endif -%}
{% endmacro %}
