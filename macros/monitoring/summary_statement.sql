{#-
    The statement of a run of a summary (incremental strategy `summary`): the query's rows replace those of the run's days or, without a partition by kafka_date, and in a full run, all rows; nothing where no event came.
    One commit. source: relation of the model's query. target: the table. Renders SQL.
-#}
{% macro summary_statement(source, target) %}
    {%- set run = rosetta_cdc.summary_run() -%}
    {%- set columns = rosetta_cdc.summary_columns() | join(', ') -%}
    {%- if run.mode == 'none' -%}
    select 1
    {%- elif run.mode == 'full' or not config.get('partition_by') -%}
    insert overwrite table {{ target }} ({{ columns }}) select {{ columns }} from {{ source }}
    {%- else -%}
    insert into {{ target }} replace where {{ rosetta_cdc.is_one_of_dates('kafka_date', run.dates) }} select {{ columns }} from {{ source }}
    {%- endif -%}
{% endmacro %}
