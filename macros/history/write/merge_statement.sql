{#-
    The statement that brings the rows of a query into a table of the history: those of a known key replace the former ones, those that fit `meta.gone` delete them. A small table whose model says
    which columns it has (see `write_history`) is written anew instead, in one pass over both: a merge looks for the files to change first, and then writes all of a small table all the same.
    table: the table. query: SQL. Renders SQL.
-#}
{% macro merge_statement(table, query) -%}
    {%- set key = config.get('unique_key') -%}
    {%- set gone = config.get('meta').gone -%}
    {%- set columns = kept('columns of ' ~ this) -%}
    {%- if columns is not none and is_small(table) -%}
    insert overwrite table {{ table }} by name
    select
        {%- for name in columns %}
        if(source.{{ key[0] }} is null, target.{{ name }}, source.{{ name }}) as {{ name }}{{ ',' if not loop.last }}
        {%- endfor %}
    from (select /*+ coalesce(1) */ * from {{ table }}) as target
    full outer join ({{ query }}) as source on {{ _same_key(key) }}
    where source.{{ key[0] }} is null or not source.{{ gone }}
    {%- else -%}
    merge into {{ table }} as target
    using ({{ query }}) as source
    on {{ _same_key(key) }}
    when matched and source.{{ gone }} then delete
    when matched then update set *
    when not matched and not source.{{ gone }} then insert *
    {%- endif -%}
{%- endmacro %}

{#- Condition that target and source have the same key. key: names of columns. -#}
{% macro _same_key(key) -%}
    {% for name in key %}target.{{ name }} = source.{{ name }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endmacro %}
