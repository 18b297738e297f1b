{#-
    The statement of a run of a table that is made of few rows (incremental strategy `where_changed`): the query's rows replace all others, unless the table was made
    of the same inputs by the same SQL. The model calls `keep_inputs`, and `note_inputs` after each run.
    source: relation of the model's query. target: the table. Renders SQL.
-#}
{% macro statement_where_changed(source, target) %}
    {%- if _noted_digest(target) == inputs_digest() -%}
    select 1
    {%- else -%}
    insert overwrite table {{ target }} select * from {{ source }}
    {%- endif -%}
{% endmacro %}

{#- The digest that the table was made of, as `note_inputs` has noted it; another text where it has not. target: the table. -#}
{% macro _noted_digest(target) %}
    {{ return(run_query('show tblproperties ' ~ target ~ " ('rosetta_cdc.inputs')").rows[0]['value']) }}
{% endmacro %}
