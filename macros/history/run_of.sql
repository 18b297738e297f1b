{#-
    The run that a work table of the history was made for: dict of what `history_run` returned, and `anew`, the number of rows that had to be
    folded anew before rows that are linked to them were added. From memory where this command made the table (see `keep_run`), else from the table's header row.
    relation: `touched_rows` or `folded_events`.
-#}
{% macro run_of(relation) %}
    {%- if not execute or flags.WHICH not in ('run', 'build') -%}{{ return(history_run()) }}{%- endif -%}
    {%- if run_is_kept(relation) -%}{{ return(graph.history_runs[relation.identifier].run) }}{%- endif -%}
    {{ return(fromjson(run_query('select max(run) from ' ~ relation ~ ' where run is not null').columns[0].values()[0])) }}
{% endmacro %}
