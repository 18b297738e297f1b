"""How dtle declares columns and encodes values: Kafka Connect types, Debezium's logical names."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

from rosetta_shop.encodings import base64_text, epoch_ms
from rosetta_shop.jsontext import Json, RawNumber
from rosetta_shop.model import Column, Table, Value

# kind of column: (Connect type, logical name)
Types = dict[str, tuple[str, str | None]]
TYPES: Types = {
    "int": ("int32", None),
    "bigint": ("int64", None),
    "ubigint": ("int64", None),
    "decimal": ("bytes", "org.apache.kafka.connect.data.Decimal"),
    "double": ("double", None),
    "float": ("float", None),
    "boolean": ("int16", None),
    "varchar": ("string", None),
    "text": ("string", None),
    "json": ("string", "io.debezium.data.Json"),
    "date": ("int32", "io.debezium.time.Date"),
    "time": ("int64", "io.debezium.time.MicroTime"),
    "datetime": ("int64", "io.debezium.time.Timestamp"),
    "timestamp": ("string", "io.debezium.time.ZonedTimestamp"),
    "binary": ("bytes", None),
}

FIRST_DAY = date(1970, 1, 1)

SOURCE_FIELDS = (
    ("version", "string", True),
    ("name", "string", False),
    ("server_id", "int64", False),
    ("ts_sec", "int64", False),
    ("gtid", "string", True),
    ("file", "string", False),
    ("pos", "int64", False),
    ("row", "int32", False),
    ("snapshot", "boolean", True),
    ("thread", "int64", True),
    ("db", "string", True),
    ("table", "string", True),
)


def dtle_value(column: Column, value: Value) -> Json:
    """Return the JSON value of a source value.

    Decimals are the base64 of their unscaled number, unsigned numbers from 2^63 on wrap to negative
    ones, datetimes are milliseconds as if the wall clock were UTC, timestamps lose their fraction:
    so dtle does it.

    Raises:
        TypeError: no kind of column has such a value.
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return RawNumber(int(value))
    if isinstance(value, bytes):
        return base64_text(value)
    if isinstance(value, Decimal):
        # scaleb would round to the context's 28 digits.
        sign, digits, _ = value.as_tuple()
        unscaled = int("".join(map(str, digits))) * (-1 if sign else 1)
        return base64_text(unscaled.to_bytes(unscaled.bit_length() // 8 + 1, "big", signed=True))
    if isinstance(value, int):
        return RawNumber(value - 2**64 if value >= 2**63 else value)
    if isinstance(value, float):
        return RawNumber(value)
    if isinstance(value, timedelta):
        return RawNumber(value // timedelta(microseconds=1))
    if column.kind == "timestamp":
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, datetime):
        return RawNumber(epoch_ms(value, timezone.utc))
    if isinstance(value, date):
        return RawNumber((value - FIRST_DAY).days)
    raise TypeError(f"no source value: {type(value).__name__}")


def parameters(column: Column) -> dict[str, str]:
    """Return the parameters of a column's type, sorted by name."""
    if column.kind != "decimal":
        return {}
    return {"connect.decimal.precision": str(column.size), "scale": str(column.scale)}


def column_type(column: Column, types: Types = TYPES) -> str:
    """Return a column's type as an event tells it.

    The logical name, else the type, with the parameters.
    """
    connect, logical = types[column.kind]
    given = ",".join(f"{name}={value}" for name, value in parameters(column).items())
    return f"{logical or connect}({given})" if given else logical or connect


def column_field(column: Column, optional: bool, types: Types = TYPES) -> dict[str, Json]:
    """Return the declaration of a column in a Connect schema."""
    connect, logical = types[column.kind]
    declared: dict[str, Json] = {"type": connect, "optional": optional, "field": column.name}
    if logical:
        declared |= {"name": logical, "version": 1}
    if parameters(column):
        declared["parameters"] = parameters(column)
    return declared


def key_schema(topic: str, table: Table, types: Types = TYPES) -> dict[str, Json]:
    """Return the schema of a Kafka key."""
    return {
        "type": "struct",
        "name": f"{topic}.{table.database}.{table.name}.Key",
        "optional": False,
        "fields": [column_field(table.column(name), False, types) for name in table.key],
    }


def value_schema(
    topic: str, table: Table, types: Types = TYPES, source: tuple[tuple[str, str, bool], ...] = SOURCE_FIELDS
) -> dict[str, Json]:
    """Return the schema of a Kafka value.

    Args:
        source: (name, type, whether it may be null) of the fields of the message's `source`.
    """
    prefix = f"{topic}.{table.database}.{table.name}"
    columns = [column_field(column, column.name not in table.key, types) for column in table.columns]
    images = [
        {
            "type": "struct",
            "fields": columns,
            "optional": True,
            "name": f"{prefix}.Value",
            "field": side,
        }
        for side in ("before", "after")
    ]
    source_schema = {
        "type": "struct",
        "fields": [{"type": kind, "optional": optional, "field": name} for name, kind, optional in source],
        "optional": False,
        "name": "io.debezium.connector.mysql.Source",
        "field": "source",
    }
    rest = [
        {"type": "string", "optional": False, "field": "op"},
        {"type": "int64", "optional": True, "field": "ts_ms"},
    ]
    return {
        "type": "struct",
        "fields": [*images, source_schema, *rest],
        "optional": False,
        "name": f"{prefix}.Envelope",
        "version": 1,
    }
