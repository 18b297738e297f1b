{#-
    Fields of a SharePlex message as OMS (3.3.1, SharePlex-compatible JSON message format; `sql` from later versions) and
    DTS (Shareplex Json) write it, as Spark DDL for `from_json`.
-#}
{% macro shareplex_envelope() -%}
    meta struct<
        time string, posttime string, op string, userid string, scn string, rowid string, trans string, seq string, size string,
        `table` string, idx string
    >,
    data map<string, string>, `key` map<string, string>, sql struct<ddl string>
{%- endmacro %}
