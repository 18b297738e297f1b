{#-
    Reads records of `cdc_events` again with today's staging models and registry and replaces all their rows in one commit: rows that vanish,
    rows that come, rows that change. The result is that of a full refresh. Records whose landing no run has read yet are left to the next run.

        dbt run-operation replay_records --args '{dead_letters: true}'
        dbt run-operation replay_records --args '{topics: [shop.orders], kafka_cluster: default}'
        dbt run-operation replay_records --args '{formats: [dts_canal]}'

    dead_letters: the records that hold at least one dead letter. topics: all records of these topics, of one kafka_cluster or (none) of all.
    formats: all records in these formats and in those that are read by the same SQL; today's rules are then noted as those that made their events (see `event_rules`).
    Raises an error for a format that has no staging model.
-#}
{% macro replay_records(dead_letters=false, topics=[], kafka_cluster=none, formats=[]) %}
    {%- set conditions = [] -%}
    {%- if dead_letters %}{% do conditions.append("event_kind = 'dead_letter'") %}{% endif -%}
    {%- if topics -%}
        {%- set names = [] -%}
        {%- for topic in topics %}{% do names.append(rosetta_cdc.sql_text_literal(topic)) %}{% endfor -%}
        {%- do conditions.append(
            'kafka_topic in (' ~ names | join(', ') ~ ')'
            ~ (' and kafka_cluster = ' ~ rosetta_cdc.sql_text_literal(kafka_cluster) if kafka_cluster else '')
        ) -%}
    {%- endif -%}
    {%- set models = [] -%}
    {%- for code in formats -%}
        {%- if code == 'other' or code not in rosetta_cdc.staging_models() -%}{{ exceptions.raise_compiler_error('replay_records: no staging model reads format ' ~ code) }}{%- endif -%}
        {%- do models.append(rosetta_cdc.staging_models()[code]) if rosetta_cdc.staging_models()[code] not in models -%}
    {%- endfor -%}
    {%- set formats = rosetta_cdc.formats_of_models(models | map(attribute='identifier') | list) -%}
    {%- if formats %}{% do conditions.append("source_format in ('" ~ formats | join("', '") ~ "')") %}{% endif -%}
    {%- if not conditions -%}
        {{ exceptions.raise_compiler_error('replay_records: say what to replay: dead_letters: true, topics: [...] or formats: [...]') }}
    {%- endif -%}
    {%- set condition = '(' ~ conditions | join(') or (') ~ ')' -%}

    {%- set before = rosetta_cdc.replay_counts(condition) -%}
    {%- if before.records == 0 -%}
        {%- do log('Replay: cdc_events has no record ' ~ ('of ' ~ topics | join(', ') ~ (' in cluster ' ~ kafka_cluster if kafka_cluster else '') if topics else 'of ' ~ formats | join(', ') if formats else 'with a dead letter') ~ '.', info=true) -%}
    {%- else -%}
        {#- A command before this one in the same session may have been cut off with the name of its commits still set. -#}
        {%- do run_query('reset spark.databricks.delta.commitInfo.userMetadata') -%}
        {%- do run_query('set spark.databricks.delta.merge.materializeSource = all') -%}
        {%- do run_query(rosetta_cdc.replay_merge(condition)) -%}
        {%- set left = run_query("select count(*) from " ~ ref('cdc_events') ~ " where event_kind = 'dead_letter'").columns[0].values()[0] -%}
        {%- do log('Replay: ' ~ before.in_raw ~ ' records read again, which had ' ~ before.dead_letters ~ ' dead letters; dead letters in all topics now: ' ~ left ~ '.', info=true) -%}
        {%- if before.in_raw < before.records -%}
            {%- do log('Replay: ' ~ (before.records - before.in_raw) ~ ' records stay as they were: scripts/maintain --raw-days removed them from raw.', info=true) -%}
        {%- endif -%}
    {%- endif -%}
    {%- do rosetta_cdc.note_event_rules(ref('cdc_events'), rosetta_cdc.properties_of(ref('cdc_events')), rosetta_cdc.event_rules(models)) if models -%}
{% endmacro %}

{#- How many records a condition on cdc_events concerns, how many of them raw still has, and how many rows of those are dead letters. -#}
{% macro replay_counts(condition) %}
    {%- set trimmed = rosetta_cdc.raw_is_trimmed() -%}
    {%- set query -%}
        with

        records as (
            select
                {{ rosetta_cdc.record_identity() | join(', ') }},
                count_if(event_kind = 'dead_letter') as dead_letters
            from {{ ref('cdc_events') }}
            where {{ condition }}
            group by all
        ),

        in_raw as (
            select records.*
            from records
            {% if trimmed %}left semi join {{ source('raw', 'kafka_messages') }} as raw on {{ rosetta_cdc.same_record('records', 'raw') }}{% endif %}
        )

        select
            (select count(*) from records) as records,
            count(*) as in_raw,
            coalesce(sum(dead_letters), 0) as dead_letters
        from in_raw
    {%- endset -%}
    {%- set row = run_query(query).rows[0] -%}
    {{ return({'records': row['records'] | int, 'in_raw': row['in_raw'] | int, 'dead_letters': row['dead_letters'] | int}) }}
{% endmacro %}
