{#-
    The id of a transaction of Debezium's metadata: SQL expression of text. PostgreSQL's connector writes the transaction's number and, behind a colon, the place of the single event in the log, so that no two
    events of a transaction share it; nor do BEGIN and END. The number alone is the same for all. No other connector has an id of two whole numbers (Debezium's class PostgresTransactionMonitor).
    id: SQL expression of transaction.id, or of the id of BEGIN and END.
-#}
{% macro debezium_transaction(id) -%}
    if({{ id }} rlike '^[0-9]+:[0-9]+$', substring_index({{ id }}, ':', 1), {{ id }})
{%- endmacro %}
