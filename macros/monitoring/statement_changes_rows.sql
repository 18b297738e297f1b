{#-
    Whether a DDL event may have changed rows, or the names of tables or columns, without a message for each row and without being applied by the history (see `ddl_drops` for what is): RENAME of a table or column, the swap, TRUNCATE or
    DROP of a partition, RECOVER and FLASHBACK, a column that was dropped or added with a default, and statements that write rows and were logged as such.
    (MySQL and MariaDB Reference Manuals, ALTER TABLE, RENAME TABLE, partition management; Oracle SQL Reference, FLASHBACK TABLE; TiDB, RECOVER TABLE.)
    Needs event_kind and ddl_text.
-#}
{% macro statement_changes_rows() -%}
    coalesce(
        event_kind = 'ddl'
        and ddl_text rlike '(?i)rename|partition|recover|flashback|undrop|drop|default|change|schema|insert|update|delete|replace|merge|load'
        and {{ rosetta_cdc.ddl_statement() }} rlike concat(
            r'(?is)^\s*(?:rename\s+table|recover|flashback|undrop|insert|update|delete|replace|merge|load\s+data)\b|^\s*alter\s+(?:online\s+|ignore\s+)*table\b.*\b(?:',
            r'rename(?!\s+(?:index|key|constraint)\b)|change|set\s+schema|(?:exchange|truncate|drop|discard|import|attach|detach)\s+partition',
            r'|drop\s+(?!index|key|constraint|primary|foreign|check|default|not\b|period|system|partition)[^\s,;]|add\b[^,;]*\bdefault\b(?!\s+null)',
            r')'
        ),
        false
    )
{%- endmacro %}
