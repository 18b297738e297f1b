{#-
    The Avro schema of a DTS record as JSON text, written from the list of its fields that DTS publishes (Use a Kafka client to consume tracked data,
    Avro format), without their namespace. Of the two published variants this is the longer one: the other lacks bornTimestamp, the last field. The
    defaults are those of fields that a record in another schema may lack.
-#}
{% macro dts_avro_schema() -%}
{"type": "record", "name": "Record", "fields": [
    {"name": "version", "type": "int"},
    {"name": "id", "type": "long"},
    {"name": "sourceTimestamp", "type": "long"},
    {"name": "sourcePosition", "type": "string"},
    {"name": "safeSourcePosition", "type": "string", "default": ""},
    {"name": "sourceTxid", "type": "string", "default": ""},
    {"name": "source", "type": {"type": "record", "name": "Source", "fields": [
        {"name": "sourceType", "type": {"type": "enum", "name": "SourceType", "symbols": [
            "MySQL", "Oracle", "SQLServer", "PostgreSQL", "MongoDB", "Redis", "DB2", "PPAS", "DRDS", "HBASE", "HDFS", "FILE", "OTHER"]}},
        {"name": "version", "type": "string"}]}},
    {"name": "operation", "type": {"type": "enum", "name": "Operation", "symbols": [
        "INSERT", "UPDATE", "DELETE", "DDL", "BEGIN", "COMMIT", "ROLLBACK", "ABORT", "HEARTBEAT", "CHECKPOINT", "COMMAND", "FILL", "FINISH", "CONTROL",
        "RDB", "NOOP", "INIT"]}},
    {"name": "objectName", "type": ["null", "string"], "default": null},
    {"name": "processTimestamps", "type": ["null", {"type": "array", "items": "long"}], "default": null},
    {"name": "tags", "type": {"type": "map", "values": "string"}, "default": {}},
    {"name": "fields", "type": ["null", "string", {"type": "array", "items": {"type": "record", "name": "Field", "fields": [
        {"name": "name", "type": "string"},
        {"name": "dataTypeNumber", "type": "int"}]}}]},
    {"name": "beforeImages", "type": ["null", "string", {"type": "array", "items": [
        "null",
        {"type": "record", "name": "Integer", "fields": [
            {"name": "precision", "type": "int"}, {"name": "value", "type": "string"}]},
        {"type": "record", "name": "Character", "fields": [
            {"name": "charset", "type": "string"}, {"name": "value", "type": "bytes"}]},
        {"type": "record", "name": "Decimal", "fields": [
            {"name": "value", "type": "string"}, {"name": "precision", "type": "int"}, {"name": "scale", "type": "int"}]},
        {"type": "record", "name": "Float", "fields": [
            {"name": "value", "type": "double"}, {"name": "precision", "type": "int"}, {"name": "scale", "type": "int"}]},
        {"type": "record", "name": "Timestamp", "fields": [
            {"name": "timestamp", "type": "long"}, {"name": "millis", "type": "int"}]},
        {"type": "record", "name": "DateTime", "fields": [
            {"name": "year", "type": ["null", "int"]}, {"name": "month", "type": ["null", "int"]}, {"name": "day", "type": ["null", "int"]},
            {"name": "hour", "type": ["null", "int"]}, {"name": "minute", "type": ["null", "int"]}, {"name": "second", "type": ["null", "int"]},
            {"name": "millis", "type": ["null", "int"]}]},
        {"type": "record", "name": "TimestampWithTimeZone", "fields": [
            {"name": "value", "type": "DateTime"}, {"name": "timezone", "type": "string"}]},
        {"type": "record", "name": "BinaryGeometry", "fields": [
            {"name": "type", "type": "string"}, {"name": "value", "type": "bytes"}]},
        {"type": "record", "name": "TextGeometry", "fields": [
            {"name": "type", "type": "string"}, {"name": "value", "type": "string"}]},
        {"type": "record", "name": "BinaryObject", "fields": [
            {"name": "type", "type": "string"}, {"name": "value", "type": "bytes"}]},
        {"type": "record", "name": "TextObject", "fields": [
            {"name": "type", "type": "string"}, {"name": "value", "type": "string"}]},
        {"type": "enum", "name": "EmptyObject", "symbols": ["NULL", "NONE"]}]}]},
    {"name": "afterImages", "type": ["null", "string", {"type": "array", "items": [
        "null", "Integer", "Character", "Decimal", "Float", "Timestamp", "DateTime", "TimestampWithTimeZone", "BinaryGeometry", "TextGeometry",
        "BinaryObject", "TextObject", "EmptyObject"]}]},
    {"name": "bornTimestamp", "type": "long", "default": 0}]}
{%- endmacro %}
