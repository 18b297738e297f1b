"""Values as Alibaba DataWorks writes them: six types, and text for what fits none."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from rosetta_shop.encodings import base64_text, clock, epoch_ms, plain
from rosetta_shop.jsontext import Json, RawNumber
from rosetta_shop.model import Table, Value

TYPES = {
    "int": "LONG",
    "bigint": "LONG",
    "ubigint": "LONG",
    "decimal": "DOUBLE",
    "double": "DOUBLE",
    "float": "DOUBLE",
    "boolean": "BOOLEAN",
    "date": "DATE",
    "datetime": "DATE",
    "timestamp": "DATE",
    "binary": "BYTES",
}


def dataworks_types(table: Table) -> dict[str, str]:
    """Return the declared type of every column."""
    return {column.name: TYPES.get(column.kind, "STRING") for column in table.columns}


def dataworks_value(value: Value) -> Json:
    """Return the JSON value of a source value; times of day, which have no type, are text.

    Raises:
        TypeError: no kind of column has such a value.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, int | float):
        return RawNumber(value)
    if isinstance(value, bytes):
        return base64_text(value)
    if isinstance(value, date):
        return RawNumber(epoch_ms(value))
    if isinstance(value, timedelta):
        return clock(value)
    raise TypeError(f"no source value: {type(value).__name__}")
