{#-
    What this run of a summary of `cdc_events` has to read: dict of mode (`full`; `incremental`; `none` where no event came), events_id (Delta id of `cdc_events`), from_version (exclusive)
    and to_version of it, loads (load_id of what came), loaded_since (the earliest loaded_at of that, microseconds since 1970), dates (UTC days of its Kafka timestamps, text, none for events without one) and recounted (those of them with events that a
    replay replaced: their events are read again).

    The model keeps events_id and to_version as events_id and events_version in every row that it writes; the greatest is how far it has read.
    Full at the first run, with --full-refresh, and where `cdc_events` was made anew or its log does not reach back.
-#}
{% macro summary_run() %}
    {%- set run = {'mode': 'full', 'events_id': none, 'from_version': none, 'to_version': none, 'loads': [], 'loaded_since': none, 'dates': [], 'recounted': []} -%}
    {%- if not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return(run) }}{%- endif -%}
    {%- set events = ref('cdc_events') -%}
    {%- do run.update({'events_id': run_query('describe detail ' ~ events).rows[0]['id'], 'to_version': rosetta_cdc.newest_version(events)}) -%}
    {%- if not rosetta_cdc.is_incremental_run() -%}{{ return(run) }}{%- endif -%}
    {%- set held = run_query('select max(events_version) as events_version, max(events_id) as events_id from ' ~ this).rows[0] -%}
    {%- if held['events_id'] != run.events_id or not rosetta_cdc.changes_can_be_read(events, held['events_version'] | int, run.to_version) -%}{{ return(run) }}{%- endif -%}
    {%- do run.update({'mode': 'none', 'from_version': held['events_version'] | int}) -%}
    {%- if run.from_version < run.to_version -%}
        {%- set query -%}
            select
                cast({{ rosetta_cdc.utc_date('kafka_timestamp') }} as string) as kafka_date,
                bool_or(_change_type <> 'insert') as is_recounted,
                to_json(collect_set(case when _change_type = 'insert' then load_id end)) as loads,
                unix_micros(min(case when _change_type = 'insert' then loaded_at end)) as loaded_since
            from {{ rosetta_cdc.changes_of_events(events, run.from_version, run.to_version) }}
            group by 1
            order by 1
        {%- endset -%}
        {%- for row in run_query(query).rows -%}
            {%- do run.update({'mode': 'incremental'}) -%}
            {%- do run.dates.append(row['kafka_date']) -%}
            {%- for load in fromjson(row['loads']) if load not in run.loads -%}{% do run.loads.append(load) %}{%- endfor -%}
            {%- if row['loaded_since'] is not none -%}{% do run.update({'loaded_since': [row['loaded_since'] | int, run.loaded_since or (row['loaded_since'] | int)] | min}) %}{%- endif -%}
            {%- if row['is_recounted'] -%}{% do run.recounted.append(row['kafka_date']) %}{%- endif -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(run) }}
{% endmacro %}
