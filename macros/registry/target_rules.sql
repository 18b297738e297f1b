{#-
    Query of the registry's rows that send tables to a target: target_id (the target's `table_id`), table_prefix (what the ids of the source's tables begin with), table_pattern (a regular
    expression that has to match the rest as a whole). One row a rule.
-#}
{% macro target_rules() -%}
    select
        concat(table_prefix, target_table) as target_id,
        table_prefix,
        concat('^(?:', table_pattern, ')$') as table_pattern
    from (
        select
            concat({{ rosetta_cdc.escaped_name('source_name') }}, '.') as table_prefix,
            table_pattern,
            {#- A registry of your own may lack the column. #}
            get_json_object(to_json(struct(*)), '$.target_table') as target_table
        from {{ rosetta_cdc.topic_registry() }}
    )
    where target_table is not null
{%- endmacro %}
