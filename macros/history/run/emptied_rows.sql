{#-
    Rows of earlier runs on which the statements of this run may act: open ones, and those with an event that may have its place after a statement. row_id, table_id,
    database_id, row_key.

    statements: CTE with columns of `table_statements`. states: relation of `row_states`.
-#}
{% macro emptied_rows(statements, states) -%}
    with

    scopes as (
        select
            scope_id,
            min({{ rosetta_cdc.event_place('own_mark', 'statements.') }}) as first_place
        from {{ statements }} as statements
        group by scope_id
    )

    select /*+ broadcast(of_table), broadcast(of_database) */
        states.row_id,
        states.table_id,
        states.database_id,
        states.row_key
    from {{ states }} as states
    left join scopes as of_table on states.table_id = of_table.scope_id
    left join scopes as of_database on states.database_id = of_database.scope_id
    where
        (of_table.first_place is not null or of_database.first_place is not null)
        and (not states.is_deleted or states.last_place >= least(of_table.first_place, of_database.first_place))
{%- endmacro %}
