{#-
    Whether a DDL event drops what is named: `table` (also by the operations ERASE and drop-table) or `database|schema`. what: regular expression of the word after DROP.
    Needs event_kind, source_op and ddl_text.
-#}
{% macro ddl_drops(what) -%}
    coalesce(
        event_kind = 'ddl' and (
            {%- if what == 'table' %}upper(source_op) in ('ERASE', 'DROP-TABLE', 'DROPTABLE') or {% endif -%}
            (ddl_text rlike '(?i)drop' and {{ rosetta_cdc.ddl_statement() }} rlike r'(?is)^\s*drop\s+(?:{{ what }})\b')
        ), false
    )
{%- endmacro %}
