{#-
    Begins a run of the history: puts the tables of a killed run back, and finds out what there is to fold. Keeps the run for the models that come after (see `run_of`).

    Returns a dict: run_id, mode (`none` where nothing is to do, `incremental`, `full`), events_id and events_committed_at (Delta id of `cdc_events`, and time of the commit of
    to_version, text), from_version (exclusive; null in mode `full`), to_version, first_half and last_half (commit times of the first and the last half of a split update among the run's events, text),
    replaced (did a replay replace events), events (their number), loads (load_id of those that arrived, sorted), loaded_since (the earliest loaded_at of those,
    microseconds since 1970), applied_micros (applied_at of what the run writes, microseconds since 1970: when the command began, but always later than the run before),
    refolded_micros (that of the last run in full), follows_micros (that of the run before, none in mode `full`), rules_digest (see there), a boolean for each of `history_flags`, ever (those, of this run and all before it); later models add
    what `count_rows_to_fold` and `count_folded_events` find.
    A history is folded in full at the first run, with --full-refresh, when the rules have changed by which it was folded, and when `cdc_events` was made anew or its log does not reach back to the last run.
    Raises an error where a history that exists would be folded in full and this is not allowed (variable cdc_allow_full_refresh), and where it is of an older version of the project.
-#}
{% macro history_run() %}
    {%- if not rosetta_cdc.reads_tables(['run', 'build']) -%}{{ return(rosetta_cdc.example_run()) }}{%- endif -%}
    {%- set since_1970 = run_started_at - modules.datetime.datetime(1970, 1, 1, tzinfo=modules.pytz.utc) -%}
    {%- set now = (since_1970.days * 86400 + since_1970.seconds) * 1000000 + since_1970.microseconds -%}
    {%- set run = rosetta_cdc.example_run('none') -%}
    {%- do rosetta_cdc.keep('history_run', run) -%}

    {%- set events = ref('cdc_events') -%}
    {#- Where this command has appended to `cdc_events`, what came is asked without its log being read again. -#}
    {%- set is_appended = rosetta_cdc.former_commits(events) is not none -%}
    {%- set commits = rosetta_cdc.former_commits(events) or rosetta_cdc.recent_commits(events) -%}
    {%- set newest = commits[0]['version'] | int -%}
    {%- set last = rosetta_cdc.last_run() -%}
    {%- set missing = [] -%}
    {%- for name in rosetta_cdc.history_tables() if rosetta_cdc.table_of(name) is none -%}{%- do missing.append(name) -%}{%- endfor -%}
    {%- if last is not none and not last.is_last -%}{%- do rosetta_cdc.restore_history() -%}{%- endif -%}
    {%- do run.update({'rules_digest': rosetta_cdc.rules_digest()}) -%}
    {%- set is_full = flags.FULL_REFRESH or last is none or missing or not rosetta_cdc._is_same_table(events, last, commits)
        or not rosetta_cdc.changes_can_be_read(events, last.events_version | int, newest, known=commits | length) -%}
    {%- if last is not none and not is_full and last.rules_digest != run.rules_digest -%}
        {%- do log('History: the rules have changed since the last run; all rows are folded again from their first event.', info=true) -%}
        {%- set is_full = true -%}
    {%- endif -%}
    {%- if is_full and last is not none -%}{%- do rosetta_cdc.check_full_refresh('cdc_row_history') -%}{%- endif -%}
    {%- if not is_full and not is_appended and last.events_version | int == newest -%}{{ return(run) }}{%- endif -%}

    {%- if is_full -%}
        {%- set commits = rosetta_cdc.recent_commits(events) -%}
        {%- set newest = commits[0]['version'] | int -%}
    {%- endif -%}
    {#- What `cdc_events` has left in force fits what it has appended. -#}
    {%- do rosetta_cdc.begin_settings() if is_full or not is_appended -%}
    {%- set found = run_query(rosetta_cdc._arrivals(events, none if is_full else last.events_version | int, none if is_appended and not is_full else newest)).rows[0].dict() -%}
    {#- A version of `cdc_events` may change its properties alone, or hold nothing of rows. -#}
    {%- if not is_full and found.events | int == 0 -%}{{ return(run) }}{%- endif -%}
    {%- do run.update(found) -%}
    {%- if is_full or not is_appended -%}{%- do run.update({'newest_commit': commits[0]['timestamp'], 'newest_version': newest}) -%}{%- endif -%}
    {%- set applied = [now, last.applied_micros | int + 1 if last is not none else 0] | max -%}
    {%- do run.update({
        'mode': 'full' if is_full else 'incremental', 'from_version': none if is_full else last.events_version | int,
        'to_version': run.newest_version | int, 'events_committed_at': run.newest_commit | string,
        'events_id': run_query('describe detail ' ~ events).rows[0]['id'] if is_full else last.events_id,
        'events': found.events | int, 'loads': fromjson(found.loads) | sort, 'loaded_since': found.loaded_since | int if found.loaded_since is not none else none,
        'applied_micros': applied, 'refolded_micros': applied if is_full else last.refolded_micros | int, 'follows_micros': none if is_full else last.applied_micros | int
    }) -%}
    {%- for flag in rosetta_cdc.history_flags() -%}{%- do run.ever.update({flag: run[flag] or (not is_full and last[flag])}) -%}{%- endfor -%}
    {{ return(run) }}
{% endmacro %}

{#-
    Whether `cdc_events` is the table that the last run read: the commit of the version that it read is still the same. An older commit than those of the log is not looked up:
    then the table's id tells. events: relation. last: see `last_run`. commits: rows of `describe history`.
-#}
{% macro _is_same_table(events, last, commits) %}
    {%- for commit in commits if commit['version'] | int == last.events_version | int and commit['timestamp'] | string == last.events_committed_at -%}
        {{ return(true) }}
    {%- endfor -%}
    {{ return(run_query('describe detail ' ~ events).rows[0]['id'] == last.events_id) }}
{% endmacro %}

{#-
    Query of what the versions of `cdc_events` after from_version up to to_version hold, in one row; with a from_version also newest_version and newest_commit, number and time of the last
    of them that holds a row of these kinds. from_version: none for all of it. to_version: none for the newest.
-#}
{% macro _arrivals(events, from_version, to_version) -%}
    {%- set is_arrival = 'true' if from_version is none else "_change_type = 'insert'" -%}
    {#- What a replay wrote in the place of an event arrives as well: its row may be known by that event alone. -#}
    {%- set arrived = 'false' if from_version is none else "_change_type in ('insert', 'update_postimage')" -%}
    select
        {%- for flag, condition in rosetta_cdc.history_flags().items() %}
        coalesce(bool_or({{ condition }}), false) as {{ flag }},
        {%- endfor %}
        {%- if from_version is not none %}
        max(_commit_version) as newest_version,
        max_by(_commit_timestamp, _commit_version) as newest_commit,
        {%- endif %}
        count(*) as events,
        to_json(collect_set(case when {{ arrived }} then load_id end)) as loads,
        unix_micros(min(case when {{ arrived }} then loaded_at end)) as loaded_since,
        coalesce(bool_or(not ({{ is_arrival }})), false) as replaced,
        cast(min(case when op in ('update_before', 'update_after') then committed_at end) as string) as first_half,
        cast(max(case when op in ('update_before', 'update_after') then committed_at end) as string) as last_half
    from {{ events ~ ' version as of ' ~ to_version if from_version is none else rosetta_cdc.changes_of_events(events, from_version, to_version) }}
    where event_kind in ('row_change', 'tombstone', 'truncate', 'ddl')
{%- endmacro %}
