{#-
    Takes records out of raw that landed long ago and are in `cdc_events`, except those with a dead letter, which may yet be read again.

    First their offsets are noted in `raw.trimmed_offset_ranges`, so that a landing that meets them again, in a file or in Kafka, knows them; killed after
    that, the next call takes them out. From then on raw does not hold all that `cdc_events` holds: a full refresh of it is refused (see `check_command`),
    and a replay leaves the events of these records as they are.

    days: records that landed on an earlier UTC date than so many days ago. dry_run: say how many, change nothing.
-#}
{% macro trim_raw(days, dry_run=false) %}
    {%- if not (days is number and days >= 1 and days == days | int) -%}
        {{ exceptions.raise_compiler_error('trim_raw: raw_days must be a whole number of at least 1, not ' ~ days) }}
    {%- endif -%}
    {%- set raw = source('raw', 'kafka_messages') -%}
    {%- set events = ref('cdc_events') -%}
    {%- if adapter.get_relation(database=none, schema=events.schema, identifier=events.identifier) is none -%}
        {%- do log('raw: nothing to remove, because cdc_events has not been built yet', info=true) -%}
        {{ return('') }}
    {%- endif -%}
    {%- set before = (run_started_at - modules.datetime.timedelta(days=days)).strftime('%Y-%m-%d') -%}
    {%- set records = rosetta_cdc.trimmable_records(raw, events, before) -%}
    {%- set counts = run_query(
        'select count(*) as old, count_if(is_trimmable) as trimmable from (' ~ records ~ ')'
    ).rows[0] -%}
    {%- set trimmable = counts['trimmable'] | int -%}
    {%- do log(
        raw.render() ~ ': {:,} records landed before {}, {:,} of them {} (the others have a dead letter or are waiting for a run)'.format(
            counts['old'] | int, before, trimmable, 'would be removed' if dry_run else 'are removed'
        ), info=true
    ) -%}
    {%- if not dry_run and trimmable > 0 -%}
        {%- do run_query('insert into ' ~ source('raw', 'trimmed_offset_ranges') ~ ' ' ~ rosetta_cdc.offset_islands(records)) -%}
        {#- Commits of raw are told apart by what they name themselves; this one lands nothing. #}
        {%- do run_query('set spark.databricks.delta.commitInfo.userMetadata = maintain') -%}
        {%- do run_query(
            'merge into ' ~ raw ~ ' as target using (select * from (' ~ records ~ ') where is_trimmable) as source on '
            ~ rosetta_cdc.same_record('target', 'source') ~ " and target.landed_date < date'" ~ before ~ "' when matched then delete"
        ) -%}
        {%- do run_query('reset spark.databricks.delta.commitInfo.userMetadata') -%}
    {%- endif -%}
{% endmacro %}
