{#-
    The last runs of the history that ended, newest first, at most 500: list of dicts of applied_micros and refolded_micros (microseconds since 1970), versions (their number) and tables (ids of those that the run
    has touched, none where that is not known). Asked once a command; in a process that goes on only where runs are missing between those that it knows and the newest one (see `newest_run`).
-#}
{% macro recent_runs() %}
    {%- if rosetta_cdc.kept('recent runs') is none -%}
        {%- set newest = rosetta_cdc.newest_run() -%}
        {#- `graph` outlives the command in a process that parses the project once. -#}
        {%- set known = graph.get('rosetta_cdc_runs', []) -%}
        {%- set runs = known if newest is not none and known else [] -%}
        {%- if runs and runs[0].applied_micros == newest.follows_micros -%}{%- set runs = ([newest] + runs)[:500] -%}{%- endif -%}
        {%- if not runs or runs[0].applied_micros != newest.applied_micros -%}{%- set runs = rosetta_cdc._noted_runs() -%}{%- endif -%}
        {%- do graph.update({'rosetta_cdc_runs': runs}) -%}
        {%- do rosetta_cdc.keep('recent runs', runs) -%}
    {%- endif -%}
    {{ return(rosetta_cdc.kept('recent runs')) }}
{% endmacro %}

{#- The list of `recent_runs`, from `history_runs`. -#}
{% macro _noted_runs() %}
    {%- set query -%}
        select
            unix_micros(applied_at) as applied_micros,
            unix_micros(refolded_at) as refolded_micros,
            version_count,
            to_json(table_ids) as table_ids
        from {{ rosetta_cdc.relation_of('history_runs') }}
        order by applied_at desc
        limit 500
    {%- endset -%}
    {%- set runs = [] -%}
    {%- for row in run_query(query).rows -%}
        {%- do runs.append({
            'applied_micros': row['applied_micros'] | int, 'refolded_micros': row['refolded_micros'] | int, 'versions': row['version_count'] | int,
            'tables': fromjson(row['table_ids']) if row['table_ids'] is not none else none
        }) -%}
    {%- endfor -%}
    {{ return(runs) }}
{% endmacro %}
