{#-
    The statement that brings the rows of a query into a table of the history: those of a known key replace the former ones, those that fit `meta.gone` delete them. A small table whose model says
    which columns and keys its rows have (see `write_history`) is written anew instead, the rows of other keys as they are: a merge looks for the files to change first, and then writes all of a small
    table all the same.
    Its commit names the run. table: the table. query: SQL. Renders SQL.
-#}
{% macro merge_statement(table, query) -%}
    {%- set key = config.get('unique_key') -%}
    {%- set gone = config.get('meta').gone -%}
    {%- set columns = rosetta_cdc.kept('columns of ' ~ this) -%}
    {%- set written = rosetta_cdc.kept('keys written to ' ~ this) -%}
    {%- if written is not none and rosetta_cdc.is_small(table) -%}
    insert overwrite table {{ table }}{{ rosetta_cdc.commit_named(rosetta_cdc.commit_name_of_run()) }} by name
    select {{ columns | join(', ') }} from {{ table }} as target
    left anti join (select /*+ coalesce(1) */ * from ({{ written }})) as source on {{ rosetta_cdc._same_key(key) }}
    union all
    select {{ columns | join(', ') }} from ({{ query }}) as source
    where not source.{{ gone }}
    {%- else -%}
    {%- do rosetta_cdc.name_commits(rosetta_cdc.commit_name_of_run()) -%}
    merge into {{ table }} as target
    using ({{ query }}) as source
    on {{ rosetta_cdc._same_key(key) }}
    when matched and source.{{ gone }} then delete
    when matched then update set *
    when not matched and not source.{{ gone }} then insert *
    {%- endif -%}
{%- endmacro %}

{#- Condition that target and source have the same key. key: names of columns. -#}
{% macro _same_key(key) -%}
    {% for name in key %}target.{{ name }} = source.{{ name }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endmacro %}
