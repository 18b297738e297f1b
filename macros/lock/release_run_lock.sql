{#-
    Ends the hold of a command on the run lock. Called on-run-end; by hand, as a run-operation, for a command that was killed.
    owner: invocation_id of the command, as the error of `take_run_lock` names it; the calling command's own if none.
    Raises an error where no such command has taken it.
-#}
{% macro release_run_lock(owner=none) %}
    {%- if execute and target.name != 'local' and (owner is not none or flags.WHICH in ('run', 'build', 'seed', 'snapshot')) -%}
        {%- if owner is not none -%}
            {%- set known = run_query('select 1 from ' ~ rosetta_cdc.run_lock() ~ ' where owner = ' ~ rosetta_cdc.sql_text_literal(owner)).rows | length -%}
            {%- if not known -%}{{ exceptions.raise_compiler_error('release_run_lock: no command with the id ' ~ owner ~ ' has taken the lock') }}{%- endif -%}
            {%- do log('Run lock: ' ~ owner ~ ' no longer holds it.', info=true) -%}
        {%- endif -%}
        {%- do run_query('insert into ' ~ rosetta_cdc.run_lock() ~ ' values (' ~ rosetta_cdc.sql_text_literal(owner or invocation_id) ~ ', null, current_timestamp())') -%}
    {%- endif -%}
{% endmacro %}
