{#-
    Reason `late_statement`: a statement of this run arrives after later events of its line, whose marks it shifts: events of the row itself, or other statements.
    Query of row_id.

    statements: CTE of the statements of this run (columns of `table_statements`). earlier: CTE made by `emptied_lines`. states: relation of `row_states`.
-#}
{% macro late_statement(statements, earlier, states) -%}
    with

    arrived as (
        select
            scope_id,
            collect_list(struct({{ rosetta_cdc.line_columns() }}, {{ rosetta_cdc.position_columns() }})) as statements
        from {{ statements }}
        group by scope_id
    ),

    met as (
        select /*+ broadcast(to_table), broadcast(to_database), broadcast(of_table), broadcast(of_database) */
            states.row_id,
            concat(coalesce(to_table.statements, array()), coalesce(to_database.statements, array())) as statements,
            states.lines as lines_of_row,
            concat(coalesce(of_table.lines, array()), coalesce(of_database.lines, array())) as lines_of_scopes
        from {{ states }} as states
        left join arrived as to_table on states.table_id = to_table.scope_id
        left join arrived as to_database on states.database_id = to_database.scope_id
        left join {{ earlier }} as of_table on states.table_id = of_table.scope_id
        left join {{ earlier }} as of_database on states.database_id = of_database.scope_id
        where to_table.scope_id is not null or to_database.scope_id is not null
    )

    select row_id
    from met
    where exists(statements, s ->
        {%- for lines in ['lines_of_row', 'lines_of_scopes'] %}
        {{ 'or' if not loop.first }} exists(
            {{ lines }},
            l -> {{ rosetta_cdc.is_in_line('l', 's.') }}
                and {{ rosetta_cdc.kept_position('l') }} > struct({{ rosetta_cdc.line_position('s.') }})
        )
        {%- endfor %}
    )
{%- endmacro %}
