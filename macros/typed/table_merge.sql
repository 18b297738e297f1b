{#-
    The statement that brings a table of `cdc_table` to what the history has: rows of the model's query are put in, or replace those of the same key; rows whose source
    row or version is gone are deleted; a full run replaces all. One commit.

    A small table that one run of the history concerns is written anew: a merge looks for the files to change first, and then writes all of a small table all the same. Not where the table has a
    change data feed, in which all of its rows would stand.
    source: relation of the model's query, or the query in parentheses. target: the table. columns: their names, where they are known. Renders SQL.
-#}
{% macro table_merge(source, target, columns=none) %}
    {%- set table = config.get('meta')['cdc_table'] -%}
    {%- set keys = ['row_id', 'version_number'] if table.history else ['row_id'] -%}
    {%- set columns = columns or adapter.get_columns_in_relation(source) | map(attribute='name') | list -%}
    {%- set run = rosetta_cdc.table_run() -%}
    {%- if run.mode == 'full' -%}
    insert overwrite table {{ target }} (`{{ columns | join('`, `') }}`)
    select `{{ columns | join('`, `') }}` from {{ source }} as source
    {%- elif run.only and rosetta_cdc.is_small(target) and rosetta_cdc.noted_properties().get('delta.enableChangeDataFeed') != 'true' -%}
    insert overwrite table {{ target }} (`{{ columns | join('`, `') }}`)
    select `{{ columns | join('`, `') }}` from {{ target }} as target
    left anti join (
        {{ rosetta_cdc._keys_of_newest_run(run.only, table, 'all') }}
    ) as written on {{ rosetta_cdc._same_keys('target', 'written', keys) }}
    union all
    select `{{ columns | join('`, `') }}` from {{ source }} as source
    {%- else -%}
    merge into {{ target }} as target
    using (
        select
            source.*,
            {%- for key in keys %}
            gone.{{ key }} as `gone {{ key }}`{{ ',' if not loop.last }}
            {%- endfor %}
        from {{ source }} as source
        full outer join ({{ rosetta_cdc._gone_rows(table, keys, run) }}) as gone on {{ rosetta_cdc._same_keys('source', 'gone', keys) }}
    ) as source
    on {% for key in keys %}target.{{ key }} = coalesce(source.{{ key }}, source.`gone {{ key }}`){{ ' and ' if not loop.last }}{% endfor %}
    when matched and source.row_id is null then delete
    when matched then update set {% for column in columns %}target.`{{ column }}` = source.`{{ column }}`{{ ', ' if not loop.last }}{% endfor %}
    when not matched and source.row_id is not null
        then insert (`{{ columns | join('`, `') }}`) values ({% for column in columns %}source.`{{ column }}`{{ ', ' if not loop.last }}{% endfor %})
    {%- endif -%}
{% endmacro %}

{#- The keys of rows that were there, and are no more. table: meta of the model. keys: names of its key columns. run: see `table_run`. -#}
{% macro _gone_rows(table, keys, run) -%}
    {%- set names = keys | join(', ') -%}
    {%- if run.only -%}
    select {{ names }} from ({{ rosetta_cdc._keys_of_newest_run(run.only, table, 'gone') }}) as gone
    {%- else -%}
    select {{ names }} from (
        select {{ names }} from {{ ref('cdc_history_removed') }} where {{ rosetta_cdc._written_since(run) }}
        {%- if not table.history %}
        union
        select {{ names }} from {{ ref('cdc_row_history') }} where {{ rosetta_cdc._written_since(run) }}
        {%- endif %}
    ) as touched
    left anti join {{ ref('cdc_row_history') if table.history else ref('cdc_current_rows') }} as present
        on {{ rosetta_cdc._same_keys('touched', 'present', keys) }} and present.table_id = {{ rosetta_cdc.sql_text_literal(table.table_id) }}
    {%- endif -%}
{%- endmacro %}

{#- Condition that two relations have the same key. left, right: their aliases. keys: names of columns. -#}
{% macro _same_keys(left, right, keys) -%}
    {% for key in keys %}{{ left }}.{{ key }} = {{ right }}.{{ key }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endmacro %}
