{#-
    The statement of a run of a table that is made of few rows (incremental strategy `where_changed`): the query's rows replace all others, unless the table was made
    of the same inputs by the same SQL. The model calls `keep_inputs`, and `note_inputs` after each run.
    source: relation of the model's query. target: the table. Renders SQL.
-#}
{% macro statement_where_changed(source, target) %}
    {%- if noted_properties().get('rosetta_cdc.inputs') == inputs_digest() -%}
    select 1
    {%- else -%}
    insert overwrite table {{ target }} select * from {{ source }}
    {%- endif -%}
{% endmacro %}
