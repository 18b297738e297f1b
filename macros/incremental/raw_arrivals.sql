{#-
    What a run of `cdc_events` has to read: the landings in raw that the table lacks.

    No clock is compared, for a landing may be stamped early and committed late: every Delta commit of raw has a landing_id of its own,
    and a run takes those that its table does not hold. A commit of `cdc_events` names the commit of raw up to which it has read everything (see `raw_bookmark`), and raw's Delta log names the
    landings since, so that no rows are compared. Where that is not known (first run, raw made anew, log cleaned, a writer that does not name its landings, `cdc_events` restored) all
    landings are compared.

    full_refresh: take everything that is in raw now.
    Returns {version: version of raw, landings: [{format, landing_id, landed_date, records}], already_in: relation whose landings are left out, or none}. Keeps the name that the
    commit of this run gets.
-#}
{% macro raw_arrivals(full_refresh) %}
    {%- set raw = source('raw', 'kafka_messages') -%}
    {%- set log = rosetta_cdc.recent_commits(raw) -%}
    {%- set newest = log[0]['version'] | int -%}
    {%- do rosetta_cdc.keep('commit name of ' ~ this, rosetta_cdc.commit_name_of_run() ~ ' raw:' ~ rosetta_cdc._commit_name(log[0])) -%}
    {%- if full_refresh -%}
        {{ return({'version': newest, 'landings': rosetta_cdc._landings_in_raw(raw, newest, none), 'already_in': none}) }}
    {%- endif -%}

    {%- set noted = rosetta_cdc.raw_bookmark() -%}
    {%- set log = rosetta_cdc._log_since(raw, log, noted) -%}
    {%- set bookmark = rosetta_cdc._bookmark(log, noted) -%}
    {%- if bookmark == newest -%}
        {{ return({'version': newest, 'landings': [], 'already_in': this}) }}
    {%- endif -%}
    {%- set commits = rosetta_cdc._landing_commits(log, bookmark, newest) -%}
    {#- What raw's log names after the bookmark no run has read. -#}
    {%- if commits is not none and commits | rejectattr('landings', 'defined') | list == [] -%}
        {{ return({'version': newest, 'landings': commits | map(attribute='landings') | sum(start=[]), 'already_in': this}) }}
    {%- endif -%}
    {%- set landings = rosetta_cdc._landings_in_raw(raw, newest, commits | map(attribute='landing_id') | list if commits is not none else none) -%}
    {%- set done = rosetta_cdc._landings_in_events(landings) if commits is none else [] -%}
    {{ return({'version': newest, 'landings': landings | rejectattr('landing_id', 'in', done) | list, 'already_in': this}) }}
{% endmacro %}

{#-
    The newest commits of raw, back to the one of a name if that is not too long ago. Landings may go on meanwhile: the longer log is asked for more than it should need.
    raw: the table. log: its newest commits. noted: the bookmark, empty where there is none.
-#}
{% macro _log_since(raw, log, noted) %}
    {%- set lag = log[0]['version'] | int - noted.split('@')[0] | int -%}
    {%- if noted and log | length <= lag <= 5000 -%}
        {%- set newest = log[0]['version'] | int -%}
        {%- set longer = [] -%}
        {%- for commit in run_query('describe history ' ~ raw ~ ' limit ' ~ (lag + 100)).rows if commit['version'] | int <= newest -%}{%- do longer.append(commit) -%}{%- endfor -%}
        {{ return(longer) }}
    {%- endif -%}
    {{ return(log) }}
{% endmacro %}

{#-
    Version of raw up to which all is in the table, none where that is not known. The commit of the version still has to be the one that was noted: that of a raw that was made
    anew has another time. log: the newest commits of raw. noted: the bookmark, empty where there is none.
-#}
{% macro _bookmark(log, noted) %}
    {%- for commit in log if noted == rosetta_cdc._commit_name(commit) -%}{{ return(commit['version'] | int) }}{%- endfor -%}
    {{ return(none) }}
{% endmacro %}

{#- Version and time of a commit, as one text. commit: row of `describe history`. -#}
{% macro _commit_name(commit) %}
    {{ return(commit['version'] ~ '@' ~ commit['timestamp']) }}
{% endmacro %}

{#-
    Landings that raw's log names after the bookmark: list of dicts of landing_id and, where the commit says what it brings and no other commit may have changed that, landings. None where the log
    does not reach back or a writer named no landing.
    A landing's commit is named by its landing_id, and by our own also by landed_date and the number of records of each format: `ID 2026-01-31 dtle:20,dts_canal:1000`.
-#}
{% macro _landing_commits(log, bookmark, newest) %}
    {%- if bookmark is none -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set commits = [] -%}
    {%- for commit in log if bookmark < commit['version'] | int <= newest -%}{% do commits.append(commit) %}{%- endfor -%}
    {%- if commits | length < newest - bookmark -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set writes = ['WRITE', 'STREAMING UPDATE', 'MERGE', 'COPY INTO', 'CREATE TABLE AS SELECT'] -%}
    {%- set are_told = commits | rejectattr('operation', 'in', ['WRITE', 'OPTIMIZE', 'SET TBLPROPERTIES']) | list == [] -%}
    {%- set found = [] -%}
    {%- for commit in commits if commit['operation'] in writes -%}
        {%- if not commit['userMetadata'] -%}
            {{ return(none) }}
        {%- endif -%}
        {%- do found.append(rosetta_cdc._landing_of(commit['userMetadata'], are_told)) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{#- A landing as the name of its commit tells it: dict of landing_id and, if is_told and it says so, landings, by format. -#}
{% macro _landing_of(name, is_told) %}
    {%- set said = modules.re.fullmatch('(.+) ([0-9]{4}-[0-9]{2}-[0-9]{2}) ([a-z0-9_]+:[0-9]+(?:,[a-z0-9_]+:[0-9]+)*)', name) -%}
    {%- if not said -%}{{ return({'landing_id': name}) }}{%- endif -%}
    {%- if not is_told -%}{{ return({'landing_id': said[1]}) }}{%- endif -%}
    {%- set landings = [] -%}
    {%- for pair in said[3].split(',') -%}
        {%- do landings.append({'format': pair.split(':')[0], 'landing_id': said[1], 'landed_date': said[2], 'records': pair.split(':')[1] | int}) -%}
    {%- endfor -%}
    {{ return({'landing_id': said[1], 'landings': landings}) }}
{% endmacro %}

{#- The landings in a version of raw, all or the named ones, by format and date. -#}
{% macro _landings_in_raw(raw, version, named) %}
    {%- if named is not none and named | length == 0 -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set query -%}
        select format, landing_id, landed_date, count(*) as record_count
        from {{ raw }} version as of {{ version }}
        {% if named is not none %}where landing_id in ({% for name in named %}{{ rosetta_cdc.sql_text_literal(name) }}{{ ', ' if not loop.last }}{% endfor %}){% endif %}
        group by format, landing_id, landed_date
    {%- endset -%}
    {%- set landings = [] -%}
    {%- for row in run_query(query).rows -%}
        {%- do landings.append({'format': row['format'], 'landing_id': row['landing_id'], 'landed_date': row['landed_date'] | string, 'records': row['record_count'] | int}) -%}
    {%- endfor -%}
    {{ return(landings) }}
{% endmacro %}

{#- Those of the landings that the table holds: list of landing_id. -#}
{% macro _landings_in_events(landings) %}
    {%- if landings | length == 0 -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set query -%}
        select distinct landing_id from {{ this }}
        where landed_date in (date'{{ landings | map(attribute='landed_date') | unique | join("', date'") }}')
    {%- endset -%}
    {{ return(run_query(query).columns[0].values() | list) }}
{% endmacro %}
