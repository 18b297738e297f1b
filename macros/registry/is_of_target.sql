{#-
    Whether a table of a source is a shard of a target: whether a row of the registry that names this `target_table` has the table's source_name and a `table_pattern` that the table matches.
    The registry is asked when the statement runs, so that a changed row counts at once and no event has to be read again.

    target: the target's id, `source_name` and `target_table` as in `table_id`: `shop.shop.orders`. table_id: SQL expression of a `table_id`. Renders a SQL condition.
-#}
{% macro is_of_target(target, table_id='table_id') -%}
    exists (
        select 1
        from ({{ rosetta_cdc.target_rules() }}) as targets
        where
            targets.target_id = {{ rosetta_cdc.sql_text_literal(target) }}
            and {{ rosetta_cdc.is_shard(table_id, 'targets') }}
    )
{%- endmacro %}
