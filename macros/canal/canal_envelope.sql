{#-
    Fields of a message in Canal's layout, of every vendor that writes it (DRS, Table 1 and 2; OMS, Canal-compatible; DTS, Canal Json;
    open-source FlatMessage), as Spark DDL for `from_json`.

    opType, columnType and schema stand for type, mysqlType and the schema where DRS reads Oracle, PostgreSQL, GaussDB or SQL Server; serverId, dbType,
    dataSourceName and isHeartbeat come from Huawei DataArts, _tidb from TiCDC. rows: type of `data` and `old`.
-#}
{% macro canal_envelope(rows='array<map<string, string>>') -%}
    `database` string, `schema` string, `table` string, type string, opType string, isDdl string, id string, es string, ts string,
    sql string, gtid string, pkNames array<string>, mysqlType map<string, string>, columnType map<string, string>, sqlType string,
    serverId string, dbType string, dataSourceName string, isHeartbeat string, `_tidb` map<string, string>, data {{ rows }}, `old` {{ rows }}
{%- endmacro %}
