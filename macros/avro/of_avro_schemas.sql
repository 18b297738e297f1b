{#-
    SQL that depends on which Avro schemas the user has registered, between two comments: with a schema more the rules by which records are read have not changed (see `event_rules`).
    sql: expression.
-#}
{% macro of_avro_schemas(sql) -%}
    /* Avro schemas */ {{ sql }} /* end of Avro schemas */
{%- endmacro %}
