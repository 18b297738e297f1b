"""DTS Avro records as DTS sends them, written with fastavro: an Avro library that shares nothing with Spark's."""

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


def _record(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": field, "type": kind} for field, kind in fields.items()]}


def _schema(*, with_born_timestamp: bool) -> dict[str, Any]:
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


LONG, SHORT = (fastavro.parse_schema(_schema(with_born_timestamp=is_long)) for is_long in (True, False))
# The value that is not in an image, and the one that is NULL in another way than null.
NONE, EMPTY = "NONE", "NULL"


def value(kind: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    """Return a value of an image."""
    return (f"{NAMESPACE}.{kind}", fields)


def integer(number: int | str) -> tuple[str, dict[str, Any]]:
    """Return an integer."""
    return value("Integer", precision=len(str(number)), value=str(number))


def characters(text: str, charset: str = "utf8mb4", encoding: str = "utf-8") -> tuple[str, dict[str, Any]]:
    """Return a text in a character set."""
    return value("Character", charset=charset, value=text.encode(encoding))


def moment(kind: str = "DateTime", **parts: int) -> Any:
    """Return a date, a time or both."""
    return value(kind, **{part: parts.get(part) for part in DATE_TIME})


def message(operation: str = "INSERT", *, variant: dict[str, Any] = LONG, **fields: Any) -> bytes:
    """Return a record's bytes; fields that are not given are those of a row of `shop.orders`, a MySQL table."""
    content = {
        "version": 1,
        "id": 77,
        "sourceTimestamp": 1562727297,
        "sourcePosition": "4711@mysql-bin.000003",
        "safeSourcePosition": "",
        "sourceTxid": "",
        "source": {"sourceType": "MySQL", "version": "8.0.26"},
        "operation": operation,
        "objectName": "shop.orders",
        "processTimestamps": None,
        "tags": {"pk_uk_info": '{"PRIMARY":["id"]}'},
        "fields": None,
        "beforeImages": None,
        "afterImages": None,
        "bornTimestamp": 1562727297123,
        **fields,
    }
    file = io.BytesIO()
    fastavro.schemaless_writer(file, variant, content)
    return file.getvalue()


def row_message(
    operation: str,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    types: dict[str, int] | None = None,
    **fields: Any,
) -> bytes:
    """Return the bytes of a row change; the images name their columns."""
    names = list(after if before is None else before)
    numbers = types or {}
    return message(
        operation,
        fields=[{"name": name, "dataTypeNumber": numbers.get(name, 253)} for name in names],
        beforeImages=before and [before[name] for name in names],
        afterImages=after and [after[name] for name in names],
        **fields,
    )
