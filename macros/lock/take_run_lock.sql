{#-
    Lets one command at a time write the tables of a target that several processes reach. Called on-run-start; `local` has the lock of its folder.

    Every command adds a row, which never conflicts with another's; the holder is the first, in the order of Delta's commits, that was not released. So of two commands
    that begin in the same instant one goes on. command: of a run-operation, which has no on-run-start: its name. Raises an error that names the holder where that is another. A taking older than the variable
    cdc_run_lock_hours does not count: its process was killed.
-#}
{% macro take_run_lock(command=none) %}
    {%- if not execute or target.name == 'local' or (command is none and flags.WHICH not in ('run', 'build', 'seed', 'snapshot')) -%}{{ return('') }}{%- endif -%}
    {%- set lock = rosetta_cdc.run_lock() -%}
    {%- do run_query('create schema if not exists ' ~ lock.without_identifier()) -%}
    {%- do run_query(
        'create table if not exists ' ~ lock ~ ' (owner string, command string, taken_at timestamp) using delta '
        ~ "tblproperties ('delta.enableRowTracking' = 'true')"
    ) -%}
    {%- do run_query('insert into ' ~ lock ~ " values ('" ~ invocation_id ~ "', 'dbt " ~ (command or flags.WHICH) ~ "', current_timestamp())") -%}
    {%- set query -%}
        select
            owner,
            any_value(command) as command,
            date_format(to_utc_timestamp(min(taken_at), current_timezone()), 'yyyy-MM-dd HH:mm:ss') as since,
            min(_metadata.row_commit_version) as place
        from {{ lock }}
        group by owner
        having count(*) = count(command) and min(taken_at) > current_timestamp() - make_dt_interval(0, {{ rosetta_cdc.variable('cdc_run_lock_hours') }})
        order by place
        limit 1
    {%- endset -%}
    {%- set holder = run_query(query).rows[0] -%}
    {%- if holder.owner != invocation_id -%}
        {%- do rosetta_cdc.release_run_lock() -%}
        {{ exceptions.raise_compiler_error(
            holder.command ~ ' has been writing ' ~ lock.schema ~ ' on target ' ~ target.name ~ ' since ' ~ holder.since ~ ' UTC; wait until it ends. If it was killed, run: '
            ~ "dbt run-operation release_run_lock --target " ~ target.name ~ " --args '{owner: " ~ holder.owner ~ "}'"
        ) }}
    {%- endif -%}
    {#- Nobody else deletes: what is this old decides nothing. -#}
    {%- do run_query('delete from ' ~ lock ~ ' where taken_at < current_timestamp() - make_dt_interval(0, 2 * ' ~ rosetta_cdc.variable('cdc_run_lock_hours') ~ ')') -%}
{% endmacro %}
