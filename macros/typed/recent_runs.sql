{#-
    The last runs of the history that ended, newest first, at most 500: list of dicts of applied_micros and refolded_micros (microseconds since 1970), versions (their number) and tables (ids of those that the run
    has touched, none where that is not known). Asked once a command.
-#}
{% macro recent_runs() %}
    {%- if kept('recent_runs') is none -%}
        {%- set query -%}
            select
                unix_micros(applied_at) as applied_micros,
                unix_micros(refolded_at) as refolded_micros,
                version_count,
                to_json(table_ids) as table_ids
            from {{ ref('cdc_row_history').incorporate(path={'identifier': 'history_runs'}, type='table') }}
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
        {%- do keep('recent_runs', runs) -%}
    {%- endif -%}
    {{ return(kept('recent_runs')) }}
{% endmacro %}
