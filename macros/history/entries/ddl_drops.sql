{#-
    Whether a DDL event drops what is named: `table` or `database|schema`. The text of the statement decides: tools call DROP TEMPORARY TABLE, which drops no table of the log, like DROP TABLE
    (Canal: ERASE, by its class DruidDdlParser; Maxwell: table-drop). Without a text the operations ERASE and drop-table drop a table. CREATE OR REPLACE TABLE drops the table that is there
    (MariaDB, CREATE TABLE).
    what: regular expression of the word after DROP. Needs event_kind, source_op and ddl_text.
-#}
{% macro ddl_drops(what) -%}
    coalesce(
        event_kind = 'ddl' and (
            {%- if what == 'table' %}(upper(source_op) in ('ERASE', 'DROP-TABLE', 'DROPTABLE', 'TABLE-DROP') and coalesce(ddl_text, '') = '') or {% endif -%}
            (ddl_text rlike '(?i)drop{{ '|replace' if what == 'table' }}' and {{ rosetta_cdc.ddl_statement() }} rlike r'(?is)^\s*(?:set\s+statement\s.*?\sfor\s+)?{{ '(?:drop|create\\s+or\\s+replace)' if what == 'table' else 'drop' }}\s+(?:{{ what }})\b')
        ), false
    )
{%- endmacro %}
