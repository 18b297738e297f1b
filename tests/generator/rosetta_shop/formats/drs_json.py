"""Huawei DRS, JSON: every value a text, byte lists, the row of a DELETE in `old`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rosetta_shop.encodings import as_text, byte_list, epoch_seconds
from rosetta_shop.formats.base import Message
from rosetta_shop.formats.canal_family import TYPES, CanalWriter
from rosetta_shop.jsontext import Json
from rosetta_shop.model import Change, Column, Value


class DrsJson(CanalWriter):
    """Several rows a message, whole rows in `old`, Gson's escapes."""

    code = "drs_json"
    style = "html"
    kinds = frozenset({"insert", "update", "delete", "snapshot", "truncate", "ddl", "marker"})
    fields: ClassVar[tuple[str, ...]] = (
        "mysqlType",
        "id",
        "es",
        "ts",
        "database",
        "table",
        "type",
        "isDdl",
        "sql",
        "sqlType",
        "data",
        "old",
        "pkNames",
    )
    types: ClassVar[dict[str, tuple[str, int]]] = {
        **TYPES,
        "float": ("float", 6),
        "datetime": ("datetime", 94),
    }
    batch = 3
    old_is_whole = True
    deleted_row_in = "old"

    def encode(self, column: Column, value: Value) -> Json:
        """Return text: `[106, -1]` for bytes, `seconds.milliseconds` for timestamps."""
        if isinstance(value, bytes):
            return byte_list(value)
        if column.kind == "timestamp" and value is not None:
            return epoch_seconds(value, digits=3)
        return as_text(column.kind, value)

    def envelope(self, change: Change) -> dict[str, Json]:
        """Return the common fields.

        Like the vendor's own sample, one table's name ends in a blank.
        """
        envelope = super().envelope(change)
        if envelope["table"] == "customers":
            envelope["table"] = "customers "
        return envelope

    def load_ddl(self, change: Change) -> Iterator[Message]:
        """Yield the statement that creates a table before its full load."""
        return self.statement(change, "INIT_DDL", "ddl") if change.table else self.nothing(change)

    def query(self, change: Change) -> Iterator[Message]:
        """Yield the empty batch of a statement that changed no row."""
        return self.empty_batch(change, "UPDATE")
