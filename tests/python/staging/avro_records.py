"""Avro schemas for tests, and records in them; written with fastavro, a library that shares nothing with Spark's."""

from __future__ import annotations

import base64
import io
import json
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any

import dts_avro
import fastavro

UTC = timezone.utc
NULLABLE_TEXT = ["null", "string"]


def record(name: str, fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the schema of a record."""
    return {"type": "record", "name": name, "fields": [{"name": field, "type": kind} for field, kind in fields.items()], **more}


def drs_schema(row: Any, **fields: Any) -> dict[str, Any]:
    """Return a schema with the fields of DRS JSON and rows of the given type."""
    envelope = {
        "database": "string",
        "table": "string",
        "type": "string",
        "id": "long",
        "isDdl": "boolean",
        "es": "long",
        "ts": "long",
        "sql": "string",
        "pkNames": ["null", {"type": "array", "items": "string"}],
        "mysqlType": ["null", {"type": "map", "values": "string"}],
        "sqlType": ["null", {"type": "map", "values": "int"}],
        "data": ["null", {"type": "array", "items": row}],
        "old": ["null", {"type": "array", "items": row.get("name", row)}],
    }
    return record("Message", envelope | fields, namespace="com.example.drs")


def content(**fields: Any) -> dict[str, Any]:
    """Return the content of a DRS record; what is not given is that of an INSERT into `shop.orders`."""
    return {
        "database": "shop", "table": "orders", "type": "INSERT", "id": 11, "isDdl": False, "es": 1600161894000, "ts": 1600161894771,
        "sql": "", "pkNames": ["id"], "mysqlType": {"id": "bigint"}, "sqlType": {"id": -5}, "data": None, "old": None,
    } | fields  # fmt: skip


TEXT_ROW = {"type": "map", "values": NULLABLE_TEXT}
TEXT_ROWS = drs_schema(TEXT_ROW)
# Column: (Avro type, value, its text).
COLUMNS: dict[str, tuple[Any, Any, Any]] = {
    "id": ("long", -9223372036854775808, "-9223372036854775808"),
    "small": ("int", -5, "-5"),
    "flag": ("boolean", True, "true"),
    "ratio": ("double", 1e300, "1.0E300"),
    "single": ("float", 0.5, "0.5"),
    "name": ("string", "中\U0001f600 \"\\\n�", "中\U0001f600 \"\\\n�"),
    "missing": (NULLABLE_TEXT, None, None),
    "price": ({"type": "bytes", "logicalType": "decimal", "precision": 38, "scale": 10}, Decimal("-1234567.10"), "-1234567.1000000000"),
    "tiny": ({"type": "bytes", "logicalType": "decimal", "precision": 38, "scale": 37}, Decimal("1E-37"), "0." + "0" * 36 + "1"),
    "large": ({"type": "fixed", "name": "Large", "size": 16, "logicalType": "decimal", "precision": 38}, Decimal("9" * 38), "9" * 38),
    "day": ({"type": "int", "logicalType": "date"}, date(1, 1, 1), "0001-01-01"),
    "instant": (
        {"type": "long", "logicalType": "timestamp-micros"}, datetime(2019, 7, 10, 2, 54, 57, 12, UTC), "2019-07-10 02:54:57.000012Z",
    ),
    "instant_milli": ({"type": "long", "logicalType": "timestamp-millis"}, datetime(1969, 12, 31, tzinfo=UTC), "1969-12-31 00:00:00Z"),
    "wall": ({"type": "long", "logicalType": "local-timestamp-millis"}, datetime(2019, 7, 10, 2, 54, 57), "2019-07-10 02:54:57"),
    "time": ({"type": "int", "logicalType": "time-millis"}, (datetime(1, 1, 1, 0, 0, 1)).time(), "1000"),
    "blob": ("bytes", bytes(range(256)), base64.b64encode(bytes(range(256))).decode()),
    "hash": ({"type": "fixed", "name": "Hash", "size": 3}, b"\0\1\xff", "AAH/"),
    "state": ({"type": "enum", "name": "State", "symbols": ["OPEN", "CLOSED"]}, "CLOSED", "CLOSED"),
    "whole": (["null", "int", "long"], 2**40, str(2**40)),
    "real": (["float", "double"], 0.1, "0.1"),
    "any_long": (["null", "long", "string", "boolean"], 2**62, str(2**62)),
    "any_text": (["null", "long", "string", "boolean"], "7", "7"),
    "any_null": (["null", "long", "string", "boolean"], None, None),
    "list": ({"type": "array", "items": ["null", "long"]}, [1, None, 3], "[1,null,3]"),
    "map": ({"type": "map", "values": "Hash"}, {"k": b"abc"}, '{"k":"YWJj"}'),
    "nested": (["null", record("Point", {"x": "double", "y": ["null", "double"]})], {"x": 1.5, "y": None}, '{"x":"1.5","y":null}'),
    "either": (["string", {"type": "array", "items": "long"}], [2**60, 2], f"[{2**60},2]"),
    "again": ("Point", {"x": 2.0, "y": 3.0}, '{"x":"2.0","y":"3.0"}'),
}  # fmt: skip
EVERY_TYPE = drs_schema(record("Row", {name: kind for name, (kind, *_) in COLUMNS.items()}))
DTS_LIKE = json.loads(json.dumps(dts_avro.schema(with_born_timestamp=True)))
# A third variant of DTS's record: other order, without three fields, with two more, the last of them text.
DTS_THIRD = DTS_LIKE | {
    "fields": [
        {"name": "traceId", "type": "string"},
        *(field for field in DTS_LIKE["fields"] if field["name"] not in ("processTimestamps", "bornTimestamp", "safeSourcePosition")),
        {"name": "note", "type": "string"},
    ]
}
OTHER = record("Order", {"id": "long", "total": "double"})


def encode(schema: dict[str, Any], value: dict[str, Any], schema_id: int | None = None) -> bytes:
    """Return a record's bytes, with Confluent's prefix where an id is given."""
    file = io.BytesIO()
    if schema_id is not None:
        file.write(b"\0" + schema_id.to_bytes(4, "big"))
    fastavro.schemaless_writer(file, fastavro.parse_schema(json.loads(json.dumps(schema))), value)
    return file.getvalue()


def dts_record(schema: dict[str, Any], schema_id: int | None = None, **more: Any) -> bytes:
    """Return an UPDATE of DTS's in one of the schemas."""
    image = [dts_avro.integer(1), dts_avro.characters("中文", "gbk", "gbk"), dts_avro.NONE]
    return encode(schema, {
        "version": 1, "id": 77, "sourceTimestamp": 1562727297, "sourcePosition": "p", "safeSourcePosition": "", "sourceTxid": "",
        "source": {"sourceType": "MySQL", "version": "8"}, "operation": "UPDATE", "objectName": "shop.orders", "processTimestamps": None,
        "tags": {"pk_uk_info": '{"PRIMARY":["id"]}'}, "bornTimestamp": 1562727297123,
        "fields": [{"name": name, "dataTypeNumber": 253} for name in ("id", "n", "x")], "beforeImages": image, "afterImages": image, **more,
    }, schema_id)  # fmt: skip


DTS_EVENT = {
    "op": "update", "after": {"id": "1", "n": "中文"}, "after_complete": False, "primary_key": {"id": "1"}, "sequence_number": "77",
    "committed_at": "2019-07-10 02:54:57.000000", "error_code": None, "table_id": "shop.shop.orders",
}  # fmt: skip
