{#-
    Reason `replaced_event`: a replay has replaced events of the row, or statements that emptied its table. Query of row_id.
    replaced: CTE with columns of `cdc_events`, events as they were before. states: relation of `row_states`. has_statements: may a statement be among them.
-#}
{% macro replaced_event(replaced, states, has_statements) -%}
    select row_id
    from (
        {{ rosetta_cdc.row_entries(replaced) }}
    )
    {%- if has_statements %}
    union all
    select row_id
    from (
        select
            row_id,
            explode(array(table_id, database_id)) as scope_id
        from {{ states }}
    )
    where scope_id in (
        select scope_id
        from (
            {{ rosetta_cdc.table_entries(replaced) }}
        )
    )
    {%- endif %}
{%- endmacro %}
