{#-
    The id of an event's database, by which DROP DATABASE finds its rows: source and database, escaped and dotted as `table_id`, and a dot, so that it is no
    table's. Null without a database. database_name: SQL expression of the name. Needs source_name.
-#}
{% macro database_id(database_name='database_name') -%}
    concat({{ rosetta_cdc.escaped_name('source_name') }}, '.', {{ rosetta_cdc.escaped_name(database_name) }}, '.')
{%- endmacro %}
