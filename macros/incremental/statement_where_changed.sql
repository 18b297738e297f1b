{#-
    The statement of a run of a table that is made of few rows (incremental strategy `where_changed`): the query's rows replace all others. A table that was made of the same inputs by the
    same SQL is left before (see the materialization `incremental`). The model calls `keep_inputs`, and `note_inputs` after each run.
    source: relation of the model's query. target: the table. Renders SQL.
-#}
{% macro statement_where_changed(source, target) %}
    insert overwrite table {{ target }} select * from {{ source }}
{% endmacro %}
