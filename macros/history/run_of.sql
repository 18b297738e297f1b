{#-
    The run that a work table of the history was made for: dict of what `history_run` returned, read from the table's header row, and `anew`, the number of rows that are
    folded anew. relation: `touched_rows` or `folded_events`.
-#}
{% macro run_of(relation) %}
    {%- if not execute or flags.WHICH not in ('run', 'build') -%}
        {%- set run = history_run() -%}
        {%- do run.update({'anew': 0}) -%}
        {{ return(run) }}
    {%- endif -%}
    {%- set run = fromjson(run_query('select max(run) from ' ~ relation ~ ' where run is not null').columns[0].values()[0]) -%}
    {%- do run.update({'anew': run_query('select count(*) from ' ~ ref('touched_rows') ~ ' where is_anew').columns[0].values()[0] | int}) -%}
    {{ return(run) }}
{% endmacro %}
