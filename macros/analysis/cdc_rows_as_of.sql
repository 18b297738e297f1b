{#-
    The rows that existed in the sources at a moment, as the row history knows them now: `select * from {{ cdc_rows_as_of('2026-03-01 12:00:00') }}`.

    timestamp: the moment, a written time or a SQL expression (see `instant_of`) that names no column. table_id: only the rows of this table; none for all
    tables. Returns a subquery in parentheses with the columns of `cdc_row_history`, at most one row a `row_id`.

    A version is seen from its valid_from (inclusive) to its valid_to (exclusive), so that at the very instant of a change the row is seen as changed, at
    that of a delete it is not seen, and of several versions of one instant the last is. A version without valid_from holds from the beginning. A null
    moment finds nothing.
-#}
{% macro cdc_rows_as_of(timestamp, table_id=none) -%}
    {{ return(adapter.dispatch('cdc_rows_as_of', 'rosetta_cdc')(timestamp, table_id)) }}
{%- endmacro %}

{#- What `cdc_rows_as_of` does where no project overrides it. -#}
{% macro default__cdc_rows_as_of(timestamp, table_id=none) -%}
    {%- if table_id is not none and table_id is not string -%}
        {{ exceptions.raise_compiler_error("cdc_rows_as_of: table_id must be the id of one table, not '" ~ table_id ~ "'") }}
    {%- endif -%}
    {%- set moment = rosetta_cdc.instant_of('cdc_rows_as_of', timestamp).sql -%}
    (
        select *
        from {{ ref('cdc_row_history') }}
        where
            (valid_from <= {{ moment }} or (valid_from is null and {{ moment }} is not null))
            {#- Written so that Delta leaves out files by valid_to. A version that is not the last and lacks valid_to was over before any known time. #}
            and (valid_to > {{ moment }} or (valid_to is null and is_current))
            and not is_deleted
            {%- if table_id is not none %}
            and table_id = {{ rosetta_cdc.sql_text_literal(table_id) }}
            {%- endif %}
    )
{%- endmacro %}
