"""The Avro record of Alibaba DTS in both published schemas, and its values (DTS, Avro format)."""

from __future__ import annotations

import io
from typing import Any

import fastavro

NAMESPACE = "com.alibaba.dts.formats.avro"
OPERATIONS = (
    "INSERT", "UPDATE", "DELETE", "DDL", "BEGIN", "COMMIT", "ROLLBACK", "ABORT", "HEARTBEAT", "CHECKPOINT", "COMMAND", "FILL", "FINISH",
    "CONTROL", "RDB", "NOOP", "INIT",
)  # fmt: skip
SOURCES = ("MySQL", "Oracle", "SQLServer", "PostgreSQL", "MongoDB", "Redis", "DB2", "PPAS", "DRDS", "HBASE", "HDFS", "FILE", "OTHER")
DATE_TIME = ("year", "month", "day", "hour", "minute", "second", "millis")
VALUES = {
    "Integer": {"precision": "int", "value": "string"},
    "Character": {"charset": "string", "value": "bytes"},
    "Decimal": {"value": "string", "precision": "int", "scale": "int"},
    "Float": {"value": "double", "precision": "int", "scale": "int"},
    "Timestamp": {"timestamp": "long", "millis": "int"},
    "DateTime": {part: ["null", "int"] for part in DATE_TIME},
    "TimestampWithTimeZone": {"value": "DateTime", "timezone": "string"},
    "BinaryGeometry": {"type": "string", "value": "bytes"},
    "TextGeometry": {"type": "string", "value": "string"},
    "BinaryObject": {"type": "string", "value": "bytes"},
    "TextObject": {"type": "string", "value": "string"},
}
# The value that is not in an image.
NONE = "NONE"


def _record(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": field, "type": kind} for field, kind in fields.items()]}


def schema(*, with_born_timestamp: bool) -> dict[str, Any]:
    """Return one of the two published schemas; the longer one ends with `bornTimestamp`."""
    values = [_record(name, fields) for name, fields in VALUES.items()]
    empty = {"type": "enum", "name": "EmptyObject", "symbols": ["NULL", "NONE"]}
    fields = {
        "version": "int",
        "id": "long",
        "sourceTimestamp": "long",
        "sourcePosition": "string",
        "safeSourcePosition": "string",
        "sourceTxid": "string",
        "source": _record("Source", {"sourceType": {"type": "enum", "name": "SourceType", "symbols": list(SOURCES)}, "version": "string"}),
        "operation": {"type": "enum", "name": "Operation", "symbols": list(OPERATIONS)},
        "objectName": ["null", "string"],
        "processTimestamps": ["null", {"type": "array", "items": "long"}],
        "tags": {"type": "map", "values": "string"},
        "fields": ["null", "string", {"type": "array", "items": _record("Field", {"name": "string", "dataTypeNumber": "int"})}],
        "beforeImages": ["null", "string", {"type": "array", "items": ["null", *values, empty]}],
        "afterImages": ["null", "string", {"type": "array", "items": ["null", *VALUES, "EmptyObject"]}],
        **({"bornTimestamp": "long"} if with_born_timestamp else {}),
    }
    return {**_record("Record", fields), "namespace": NAMESPACE}


LONG, SHORT = (fastavro.parse_schema(schema(with_born_timestamp=is_long)) for is_long in (True, False))


def value(kind: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    """Return a value of an image."""
    return (f"{NAMESPACE}.{kind}", fields)


def moment(**parts: int) -> tuple[str, dict[str, Any]]:
    """Return a date, a time or both; parts that are not given are null."""
    return value("DateTime", **{part: parts.get(part) for part in DATE_TIME})


def record_bytes(content: dict[str, Any], variant: dict[str, Any] = LONG) -> bytes:
    """Return the bytes of a record in one of the schemas."""
    file = io.BytesIO()
    fastavro.schemaless_writer(file, variant, content)
    return file.getvalue()
