{#-
    Whether a value may be one that Debezium writes for a column which the source did not log: NULL, or zero of its type where the column is NOT NULL and has no default (the fallbacks of its classes
    JdbcValueConverters and PostgresValueConverter). SQL condition, never null.

    value: SQL expression of text.
-#}
{% macro is_fallback(value) -%}
    coalesce({{ value }} in ('', '0', '0.0', 'false', 'AA==', '{}', '[]', '1970-01-01T00:00:00Z', '00:00:00Z', '{"scale":0,"value":"AA=="}'), true)
{%- endmacro %}
