{#-
    Query of the events that the row history does not hold as they are now: event_id. They came, or were replaced, after its last run; where it never ran, or
    `cdc_events` was made anew since, these are all. A test of history against events leaves them out, for it may run between the two.
-#}
{% macro events_unread_by_history() %}
    {%- set events = ref('cdc_events') -%}
    {%- set runs = ref('history_runs') -%}
    {%- set none_of_them = 'select event_id from ' ~ events ~ ' where false' -%}
    {%- if not rosetta_cdc.reads_tables(['test', 'build']) -%}{{ return(none_of_them) }}{%- endif -%}
    {%- set last = rosetta_cdc.ended_run(runs) -%}
    {%- set newest = rosetta_cdc.newest_version(events) -%}
    {%- if last is none or last.events_id != run_query('describe detail ' ~ events).rows[0]['id'] -%}
        {{ return('select event_id from ' ~ events) }}
    {%- endif -%}
    {%- set version = last.events_version | int -%}
    {%- if version == newest -%}{{ return(none_of_them) }}{%- endif -%}
    {{ return('select event_id from ' ~ rosetta_cdc.changes_of_events(events, version, newest)) }}
{% endmacro %}
