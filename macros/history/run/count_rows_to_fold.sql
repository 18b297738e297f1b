{#-
    Adds to the run what `rows_to_fold` holds: rows, refolded (rows that have a reason), reasons (dict of reason -> rows) and touched_tables (ids, sorted). One query a run, which tells the
    models that come after whether they have anything to do. run: see `history_run`, of mode `incremental`. Nothing unless dbt executes it.
-#}
{% macro count_rows_to_fold(run) %}
    {%- if rosetta_cdc.reads_tables(['run', 'build']) -%}
        {%- set query -%}
            select reason, count(*) as row_count, to_json(collect_set(table_id)) as tables
            from {{ ref('rows_to_fold') }}
            group by reason
        {%- endset -%}
        {%- set tables = [] -%}
        {%- do run.update({'rows': 0, 'refolded': 0, 'reasons': {}}) -%}
        {%- for found in run_query(query).rows -%}
            {%- do tables.extend(fromjson(found['tables'])) -%}
            {%- do run.update({'rows': run.rows + found['row_count'] | int}) -%}
            {%- if found['reason'] is not none -%}
                {%- do run.update({'refolded': run.refolded + found['row_count'] | int}) -%}
                {%- do run.reasons.update({found['reason']: found['row_count'] | int}) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do run.update({'touched_tables': tables | unique | sort | list}) -%}
    {%- endif -%}
{% endmacro %}
