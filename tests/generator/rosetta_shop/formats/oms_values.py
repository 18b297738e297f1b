"""Values as OceanBase OMS writes them.

Numbers as JSON numbers with every digit, bytes in base64.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

from rosetta_shop.encodings import base64_text, clock, epoch_seconds, expanded, wall_clock
from rosetta_shop.jsontext import Json, RawNumber
from rosetta_shop.model import Column, Transaction, Value

# Types of DefaultExtendColumnType and DataWorks 2.0.
LIGHT_TYPES = {
    "int": "INT",
    "bigint": "INT64",
    "ubigint": "BIGINT",
    "decimal": "DECIMAL",
    "double": "DOUBLE",
    "float": "FLOAT",
    "boolean": "TINYINT",
    "varchar": "VARCHAR",
    "text": "VARCHAR",
    "json": "VARCHAR",
    "date": "DATE",
    "time": "TIME",
    "datetime": "DATETIME",
    "timestamp": "TIMESTAMP",
    "binary": "BLOB",
}


def oms_value(column: Column, value: Value, *, scientific: bool = True) -> Json:
    """Return the JSON value of a source value.

    Args:
        scientific: write very small and large doubles with an exponent; else with all their zeros.

    Doubles are written as the exact decimal expansion, up to 1,074 digits, as in the vendor's
    samples.
    """
    if value is None or (isinstance(value, str) and not isinstance(value, RawNumber)):
        return value
    if isinstance(value, bytes):
        return base64_text(value)
    if isinstance(value, bool):
        return RawNumber(int(value))
    if isinstance(value, Decimal | int):
        return RawNumber(value)
    if isinstance(value, float):
        return RawNumber(f"{value:.7g}" if column.kind == "float" else expanded(value, scientific))
    if column.kind == "timestamp":
        return epoch_seconds(value)
    if isinstance(value, datetime):
        return wall_clock(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return clock(value)
    raise TypeError(f"no source value: {type(value).__name__}")


def store_sequence(at: int, sequence: int) -> tuple[str, int]:
    """Return OMS's sequence as it writes it, and the number that sorts.

    Args:
        at: commit time, milliseconds since 1970 UTC.
        sequence: number of the change; its last five digits count within the second.

    OMS joins seconds and counter without padding, so that its own text does not sort.
    """
    seconds, counter = at // 1000, sequence % 100_000
    return f"{seconds}{counter}", seconds * 100_000 + counter


def transaction_name(transaction: Transaction | int) -> str:
    """Return OMS's identity of a transaction."""
    return f"oms_txn_{transaction if isinstance(transaction, int) else transaction.number}"
