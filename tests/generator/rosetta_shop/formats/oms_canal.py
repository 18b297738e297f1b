"""OceanBase OMS, Canal layout: no `id`, JSON numbers, one row a message."""

from __future__ import annotations

from typing import ClassVar

from rosetta_shop.formats.canal_family import TYPES, CanalWriter
from rosetta_shop.formats.oms_values import oms_value
from rosetta_shop.jsontext import Json
from rosetta_shop.model import Column, Value


class OmsCanal(CanalWriter):
    """A literal null in `old` but for updates, where it holds the changed columns.

    DDL by its own type.
    """

    code = "oms_canal"
    kinds = frozenset({"insert", "update", "delete", "snapshot", "truncate", "ddl"})
    fields: ClassVar[tuple[str, ...]] = (
        "database",
        "sqlType",
        "data",
        "pkNames",
        "old",
        "mysqlType",
        "type",
        "table",
        "es",
        "isDdl",
        "ts",
        "sql",
    )
    types: ClassVar[dict[str, tuple[str, int]]] = {
        **TYPES,
        "bigint": ("int64", -5),
        "ubigint": ("bigint", -5),
        "float": ("float", 6),
        "binary": ("blob", 2004),
    }
    no_key: ClassVar[list[str] | None] = []
    leaves_out_large_nulls: ClassVar[bool] = True
    snapshot_type = "ROW"
    ddl_type = None

    def encode(self, column: Column, value: Value) -> Json:
        """Return OMS's JSON value."""
        return oms_value(column, value)
