{#-
    Adds to the run what `folded_events` holds: closed and versions (those closed, and all that the run has written), unapplied (events without one) and links (versions whose image
    goes on from another row's). One query a run. run: see `history_run`. Nothing unless dbt executes it.
-#}
{% macro count_folded_events(run) %}
    {%- if rosetta_cdc.reads_tables(['run', 'build']) -%}
        {%- set query -%}
            select
                count_if(is_version and not is_current) as closed,
                count_if(is_version and not (is_opening and is_current)) as versions,
                count_if(unapplied_reason is not null) as unapplied,
                count_if(inherits_from is not null and is_version and not is_opening) as links
                {%- if run.mode == 'full' %},
                count(distinct row_id) as row_count,
                to_json(collect_set(table_id)) as tables
                {%- endif %}
            from {{ ref('folded_events') }}
        {%- endset -%}
        {%- set found = run_query(query).rows[0] -%}
        {%- for name in ['closed', 'versions', 'unapplied', 'links'] -%}{%- do run.update({name: found[name] | int}) -%}{%- endfor -%}
        {%- if run.mode == 'full' -%}{%- do run.update({'rows': found['row_count'] | int, 'touched_tables': fromjson(found['tables']) | sort}) -%}{%- endif -%}
    {%- endif -%}
{% endmacro %}
