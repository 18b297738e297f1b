{#-
    What this run of the history has to fold. Puts the tables of a killed run back first, so that the run starts from whole ones.

    Returns a dict: mode (`none` where nothing is to do, `incremental`, `full`), events_id, from_version (of `cdc_events`, exclusive; null in mode `full`),
    to_version, first_half and last_half (commit times of the first and the last half of a split update among the run's events, text), replaced (did a replay replace
    events), events (their number), loads (load_id of those that arrived, sorted), loaded_since (the earliest loaded_at of those,
    microseconds since 1970), applied_micros (applied_at of what the run writes, microseconds since 1970: when the command began, but always later than the run before),
    refolded_micros (that of the last run in full), held_versions (dict of a table of `history_tables` -> the version from which an incremental run goes on), written (names of
    those that the run has written so far), a boolean for each of `history_flags`, ever (those, of this run and all before it) and anew (0, see `run_of`).
    A history is folded in full at the first run, with --full-refresh, and when `cdc_events` was made anew or its log does not reach back to the bookmark.
    Raises an error where a history that exists would be folded in full and this is not allowed (variable cdc_allow_full_refresh), and where it is of an older version of the project.
-#}
{% macro history_run() %}
    {%- set since_1970 = run_started_at - modules.datetime.datetime(1970, 1, 1, tzinfo=modules.pytz.utc) -%}
    {%- set now = (since_1970.days * 86400 + since_1970.seconds) * 1000000 + since_1970.microseconds -%}
    {%- set nothing = {'mode': 'none', 'events_id': none, 'from_version': none, 'to_version': none, 'first_half': none, 'last_half': none, 'replaced': false, 'events': 0, 'loads': [], 'loaded_since': none, 'anew': 0, 'ever': {}, 'held_versions': {}, 'written': [],
        'applied_micros': now, 'refolded_micros': now} -%}
    {%- for flag in history_flags() %}{% do nothing.update({flag: false}) %}{% do nothing.ever.update({flag: false}) %}{% endfor -%}
    {%- if not execute or flags.WHICH not in ('run', 'build') -%}{{ return(nothing) }}{%- endif -%}

    {%- set events = ref('cdc_events') -%}
    {%- set events_id = run_query('describe detail ' ~ events).rows[0]['id'] -%}
    {#- Mostly enough for the changes since the bookmark, too, and no dearer than one line of it. -#}
    {%- set log = run_query('describe history ' ~ events ~ ' limit 50').rows -%}
    {%- set newest = log[0]['version'] | int -%}
    {%- set bookmark = history_bookmark() -%}
    {%- set is_older = bookmark is not none and 'applied_micros' not in bookmark -%}
    {%- if is_older and not flags.FULL_REFRESH -%}
        {{ exceptions.raise_compiler_error('the row history was made by an older version of the project: run `dbt run --full-refresh --select path:models/state` once') }}
    {%- endif -%}
    {%- set is_full = flags.FULL_REFRESH or bookmark is none or bookmark.events_id != events_id
        or not changes_can_be_read(events, bookmark.events_version | int, newest, known=log | length) -%}
    {%- if is_full and bookmark is not none -%}{%- do check_full_refresh('cdc_row_history') -%}{%- endif -%}
    {%- set applied = [now, (bookmark.applied_micros | int) + 1 if bookmark is not none and not is_older else 0] | max -%}
    {%- set held = {} -%}
    {%- if not is_full -%}
        {%- do held.update(restore_history(bookmark)) -%}
        {%- if bookmark.events_version | int == newest -%}{{ return(nothing) }}{%- endif -%}
    {%- endif -%}

    {%- set query -%}
        select
            {%- for flag, condition in history_flags().items() %}
            coalesce(bool_or({{ condition }}), false) as {{ flag }},
            {%- endfor %}
            count(*) as events,
            {%- set arrived = 'false' if is_full else "_change_type = 'insert'" %}
            to_json(collect_set(case when {{ arrived }} then load_id end)) as loads,
            unix_micros(min(case when {{ arrived }} then loaded_at end)) as loaded_since,
            coalesce(bool_or({{ 'false' if is_full else "_change_type <> 'insert'" }}), false) as replaced,
            cast(min(case when op in ('update_before', 'update_after') then committed_at end) as string) as first_half,
            cast(max(case when op in ('update_before', 'update_after') then committed_at end) as string) as last_half
        from {{ events ~ ' version as of ' ~ newest if is_full else changes_of_events(events, bookmark.events_version | int, newest) }}
        where event_kind in ('row_change', 'tombstone', 'truncate', 'ddl')
    {%- endset -%}
    {%- set run = run_query(query).rows[0].dict() -%}
    {#- A version of `cdc_events` may change its properties alone, or hold nothing of rows. -#}
    {%- if not is_full and run.events == 0 -%}{{ return(nothing) }}{%- endif -%}
    {%- do run.update({'events': run.events | int, 'loads': fromjson(run.loads) | sort, 'loaded_since': run.loaded_since | int if run.loaded_since is not none else none}) -%}
    {%- do run.update({
        'mode': 'full' if is_full else 'incremental', 'events_id': events_id, 'to_version': newest,
        'from_version': none if is_full else bookmark.events_version | int, 'anew': 0,
        'held_versions': held, 'written': [],
        'applied_micros': applied, 'refolded_micros': applied if is_full else bookmark.refolded_micros | int
    }) -%}
    {%- set ever = {} -%}
    {%- for flag in history_flags() %}{% do ever.update({flag: run[flag] or (not is_full and bookmark[flag])}) %}{% endfor -%}
    {%- do run.update({'ever': ever}) -%}
    {{ return(run) }}
{% endmacro %}
