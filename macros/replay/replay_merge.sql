{#-
    The statement that replaces the rows of some records of `cdc_events`.

    condition: SQL condition on `cdc_events`; every record with a row that meets it is read again, all its rows are replaced.
    A row of the source is one event id of before or after: gone where only the old table knows it. Rows of records that `trim_raw` took out of raw stay.
-#}
{% macro replay_merge(condition) %}
    {%- set events = ref('cdc_events') -%}
    {%- set raw = source('raw', 'kafka_messages') -%}
    {%- set records = 'select distinct ' ~ rosetta_cdc.record_identity() | join(', ') ~ ' from ' ~ events ~ ' where ' ~ condition -%}
    {%- if rosetta_cdc.raw_is_trimmed() -%}
        {%- set records = 'select met.* from (' ~ records ~ ') as met left semi join ' ~ raw ~ ' as raw on ' ~ rosetta_cdc.same_record('met', 'raw') -%}
    {%- endif -%}
    {%- set landings = [] -%}
    {%- for row in run_query(
        'select distinct raw.format, raw.landing_id, raw.landed_date from ' ~ raw ~ ' as raw left semi join ('
        ~ records ~ ') as records on ' ~ rosetta_cdc.same_record('raw', 'records')
    ).rows -%}
        {%- do landings.append({'format': row['format'], 'landing_id': row['landing_id'], 'landed_date': row['landed_date'] | string}) -%}
    {%- endfor -%}
    {%- set version = run_query('describe history ' ~ raw ~ ' limit 1').rows[0]['version'] | int -%}
    {%- set arrivals = {'version': version, 'landings': landings, 'already_in': none} -%}
    {%- set columns = adapter.get_columns_in_relation(events) | map(attribute='name') | list -%}

    merge into {{ events }} as target
    using (
        with

        records as (
            {{ records }}
        ),

        old_rows as (
            select events.event_id as old_event_id, events.landed_date as old_landed_date
            from {{ events }} as events
            left semi join records on {{ rosetta_cdc.same_record('events', 'records') }}
        ),

        staged as (
            select staged.*
            from (
                {{ rosetta_cdc.union_of_arrivals(arrivals, rosetta_cdc.arrival_branches(arrivals, rosetta_cdc.staging_models())) }}
            ) as staged
            left semi join records on {{ rosetta_cdc.same_record('staged', 'records') }}
        ),

        events as (
            {{ rosetta_cdc.event_rows('staged') }}
        ),

        new_rows as (
            select
                {{ rosetta_cdc.loaded_columns() }}
            from events
        )

        select *
        from new_rows
        full outer join old_rows on new_rows.event_id = old_rows.old_event_id
    ) as source
    on target.event_id = source.old_event_id and target.landed_date = source.old_landed_date
    when matched and source.event_id is null then delete
    when matched then update set
        {%- for name in columns %}
        target.`{{ name }}` = source.`{{ name }}`{{ ',' if not loop.last }}
        {%- endfor %}
    when not matched then insert (`{{ columns | join('`, `') }}`) values (source.`{{ columns | join('`, source.`') }}`)
{% endmacro %}
