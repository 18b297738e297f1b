"""Open-source Canal's FlatMessage.

Many rows a message, an operation type for every kind of statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rosetta_shop.encodings import as_text
from rosetta_shop.formats.base import Message
from rosetta_shop.formats.canal_family import STATEMENT_DELAY, TYPES, CanalWriter
from rosetta_shop.formats.dts_canal import DtsCanal
from rosetta_shop.formats.events import UNSTATED, Event
from rosetta_shop.jsontext import Json
from rosetta_shop.model import Change, Column, Value


class Canal(CanalWriter):
    """Canal as its own producer writes it, with the heartbeats of Huawei DataArts."""

    code = "canal"
    kinds = frozenset({"insert", "update", "delete", "truncate", "ddl", "heartbeat", "marker"})
    fields = DtsCanal.fields
    types: ClassVar[dict[str, tuple[str, int]]] = {
        **TYPES,
        "ubigint": ("bigint unsigned", 3),
        "boolean": ("tinyint(1)", -7),
        "text": ("text", 2005),
        "binary": ("varbinary", 2004),
    }
    types_have_arguments = True
    batch = 10
    snapshot_type = "INSERT"
    ddl_type = None
    has_gtid = True

    def encode(self, column: Column, value: Value) -> Json:
        """Return text: bytes as the ISO-8859-1 text that they spell."""
        return value.decode("latin-1") if isinstance(value, bytes) else as_text(column.kind, value)

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a message share; the number is the batch's and the transaction's."""
        return super().origin(change) | {"sequence_number": change.sequence * 10**19 + change.transaction}

    def old_names(self, changes: list[Change]) -> list[list[str]]:
        """Return the columns of each `old`.

        Those changed in this row or in any earlier row of the message.
        """
        seen: set[str] = set()
        names = []
        for change in changes:
            seen.update(change.changed)
            names.append(sorted(seen))
        return names

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL message; of some producers only `type` tells that it is one."""
        return self.statement(change, change.verb, "ddl", isDdl=change.verb != "CREATE")

    def query(self, change: Change) -> Iterator[Message]:
        """Yield a statement that concerns no table."""
        document = {**self.document(change, "QUERY", sql=change.text), "table": ""}
        origin = {**self.origin(change), "table_name": UNSTATED}
        event = Event("marker", None, "QUERY", ddl_text=UNSTATED, **origin)
        yield self.message(change, "mark", document, event)

    def heartbeat(self, change: Change) -> Iterator[Message]:
        """Yield a heartbeat: an update of a table of its own, marked as such."""
        row, old = {"id": "1", "beat": str(change.sequence)}, {"beat": str(change.sequence - 1)}
        document = {
            **self.document(change, "UPDATE", data=[row], old=[old], pkNames=["id"]),
            "database": "shop",
            "table": "heartbeat",
            "ts": change.at + STATEMENT_DELAY,
            "mysqlType": {"id": "INT(11)", "beat": "BIGINT(20)"},
            "sqlType": {"id": 4, "beat": -5},
            "isHeartbeat": True,
            "serverId": 1,
            "dbType": "MYSQL",
        }
        event = Event(
            "heartbeat", None, "UPDATE", "shop", table_name="heartbeat", **self.origin(change)
        )
        yield self.message(change, "mark", document, event)
