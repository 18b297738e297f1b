"""Values and records of DTS Avro in the words of tests; written with fastavro, a library that shares nothing with Spark's."""

from __future__ import annotations

from typing import Any

from rosetta_shop.formats.dts_avro_schema import LONG, NONE, OPERATIONS, SHORT, moment, record_bytes, schema, value

__all__ = ["EMPTY", "LONG", "NONE", "OPERATIONS", "SHORT", "characters", "integer", "message", "moment", "row_message", "schema", "value"]

# The value that is NULL in another way than null.
EMPTY = "NULL"


def integer(number: int | str) -> tuple[str, dict[str, Any]]:
    """Return an integer."""
    return value("Integer", precision=len(str(number)), value=str(number))


def characters(text: str, charset: str = "utf8mb4", encoding: str = "utf-8") -> tuple[str, dict[str, Any]]:
    """Return a text in a character set."""
    return value("Character", charset=charset, value=text.encode(encoding))


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
    return record_bytes(content, variant)


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
