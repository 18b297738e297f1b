{#-
    Ends the hold of a command on the run lock. Called on-run-end; by hand, as a run-operation, for a command that was killed.
    owner: invocation_id of the command, as the error of `take_run_lock` names it; the calling command's own if none.
-#}
{% macro release_run_lock(owner=none) %}
    {%- if execute and target.name != 'local' and (owner is not none or flags.WHICH in ('run', 'build', 'seed', 'snapshot')) -%}
        {%- do run_query('insert into ' ~ run_lock() ~ ' values (' ~ sql_text_literal(owner or invocation_id) ~ ', null, current_timestamp())') -%}
    {%- endif -%}
{% endmacro %}
