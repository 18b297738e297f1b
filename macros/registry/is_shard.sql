{#-
    Whether a table is one that a row of `target_rules` sends to its target. table_id: SQL expression. targets: name of the relation with the row. Renders a SQL condition.
-#}
{% macro is_shard(table_id, targets) -%}
    startswith({{ table_id }}, {{ targets }}.table_prefix)
            {#- The names as the source has them: what is escaped in a table_id is a dot or a backslash. #}
            and regexp_replace(substr({{ table_id }}, length({{ targets }}.table_prefix) + 1), r'\\(.)', '$1') rlike {{ targets }}.table_pattern
{%- endmacro %}
