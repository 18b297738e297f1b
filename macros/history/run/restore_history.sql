{#-
    Takes back what a killed run has written: each table of the history goes back to its version before the commits of runs that have no row in `history_runs`. A commit names its
    run in Delta's userMetadata (see the materialization `history_table`).
-#}
{% macro restore_history() %}
    {%- set runs = rosetta_cdc.relation_of('history_runs') -%}
    {%- for identifier in rosetta_cdc.history_tables() -%}
        {%- set table = rosetta_cdc.table_of(identifier) -%}
        {%- if table is not none -%}
            {%- set first = rosetta_cdc._first_unfinished(run_query('describe history ' ~ table ~ ' limit 50').rows, runs) -%}
            {%- if first is not none -%}
                {%- do log('History: restoring ' ~ identifier ~ ' to its state before the last run, which did not finish.', info=true) -%}
                {%- do run_query('restore table ' ~ table ~ ' to version as of ' ~ (first - 1)) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
{% endmacro %}

{#- The version of the first commit of runs that did not end, none where there is none. commits: rows of `describe history`, newest first. runs: relation of `history_runs`. -#}
{% macro _first_unfinished(commits, runs) %}
    {%- set state = {'first': none} -%}
    {%- for commit in commits -%}
        {%- set run_id = (commit['userMetadata'] or '').split(' ')[0].split('history:')[-1] if (commit['userMetadata'] or '').startswith('history:') else none -%}
        {%- if commit['operation'] == 'RESTORE' or (run_id and run_query('select 1 from ' ~ runs ~ " where run_id = '" ~ run_id ~ "'").rows) -%}
            {#- What lies before belongs to the history. -#}
            {{ return(state.first) }}
        {%- elif run_id -%}
            {%- do state.update({'first': commit['version'] | int}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(state.first) }}
{% endmacro %}
