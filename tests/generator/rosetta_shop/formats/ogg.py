"""Oracle GoldenGate, JSON in operation form, as the Kafka handler writes it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

from rosetta_shop.encodings import SHANGHAI, base64_text, clock, iso_seconds, java_double
from rosetta_shop.formats.base import Message, Writer
from rosetta_shop.formats.events import UNSTATED, Event, keyed
from rosetta_shop.jsontext import Json, RawNumber, image_texts
from rosetta_shop.model import Change, Column, Row, Table, Value

OPERATIONS = {"snapshot": "I", "insert": "I", "update": "U", "delete": "D", "truncate": "T"}
FIRST_CSN = 14_589_000_000_000
# Tables whose images have a companion for each column, which says whether it is missing.
WITH_COMPANIONS = {"payments"}
HEARTBEATS = Table("ggadmin", "GG_HEARTBEAT", (Column("HEARTBEAT_TIMESTAMP", "datetime"),))


class Ogg(Writer):
    """Updates have the key and what changed; a full load is of inserts; there is no DDL."""

    code = "ogg"
    basis = "commit"
    kinds = frozenset({"insert", "update", "delete", "truncate", "heartbeat"})

    def encode(self, column: Column, value: Value) -> Json:
        """Return GoldenGate's JSON value: a clock's time has a colon behind the day."""
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, bytes):
            return base64_text(value)
        if isinstance(value, bool):
            return RawNumber(int(value))
        if isinstance(value, float):
            return RawNumber(java_double(value))
        if isinstance(value, Decimal | int):
            return RawNumber(value)
        if isinstance(value, timedelta):
            return clock(value)
        if column.kind == "timestamp":
            return f"{value.astimezone(SHANGHAI):%Y-%m-%d %H:%M:%S.%f}000 +08:00"
        if isinstance(value, datetime):
            return f"{value:%Y-%m-%d:%H:%M:%S}" + (f".{value.microsecond:06d}000" if value.microsecond else "")
        if isinstance(value, date):
            return value.isoformat()
        raise TypeError(f"no source value: {type(value).__name__}")

    def document(self, change: Change, table: Table, operation: str) -> dict[str, Json]:
        """Return the meta fields."""
        return {
            "table": f"{table.database}.{table.name}",
            "op_type": operation,
            "op_ts": iso_seconds(change.at).replace("T", " ") + ".000000",
            "current_ts": iso_seconds(change.at + 1000, timezone.utc) + ".577000",
            "pos": f"{7:010d}{change.sequence * 100:010d}",
            "csn": str(FIRST_CSN + change.transaction),
            "xid": f"7.0.{change.transaction}",
            "primary_keys": list(table.key),
        }

    def origin(self, change: Change, table: Table) -> dict[str, object]:
        """Return what all events of a change share; without a registry row the zone is unknown."""
        position = f"{7:010d}{change.sequence * 100:010d}"
        return {
            "schema_name": table.database,
            "table_name": table.name,
            "committed_at": change.at if self.registered else None,
            "committed_at_basis": self.basis if self.registered else "none",
            "source_position": position,
            "sequence_number": (FIRST_CSN + change.transaction) * 10**20 + int(position),
            "transaction_id": f"7.0.{change.transaction}",
        }

    def names(self, change: Change, side: str) -> list[str] | None:
        """Return the columns that the trail has of an image; None for all."""
        table = change.table
        if not table.key or change.kind not in ("update", "delete"):
            return None
        if change.kind == "delete":
            return [*table.key] if table.name == "order_items" else None
        return None if side == "before" and table.name == "customers" else [*table.key, *change.changed]

    def shown(self, table: Table, row: Row | None, names: list[str] | None) -> dict[str, Json] | None:
        """Return an image as it is written."""
        image = self.image(table, row, names)
        if image is None or table.name not in WITH_COMPANIONS:
            return image
        written: dict[str, Json] = {}
        for column in table.columns:
            written |= {column.name: image.get(column.name), f"{column.name}_isMissing": column.name not in image}
        return written

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change."""
        table, operation = change.table, OPERATIONS[change.kind]
        sides = {"before": change.before, "after": change.after}
        names = {side: self.names(change, side) for side in sides}
        texts = {side: image_texts(self.image(table, row, names[side])) for side, row in sides.items()}
        has_all = table.name in WITH_COMPANIONS
        op = "insert" if change.kind == "snapshot" else change.kind
        whole = {
            side: UNSTATED if texts[side] is None
            else len(texts[side]) == len(table.columns) and (has_all or op == "insert")
            for side in sides
        }  # fmt: skip
        if op == "update":
            texts["after"] = {**texts["before"], **texts["after"]}
        event = Event(
            "row_change", op, operation, before_complete=whole["before"], after_complete=whole["after"], column_types=None,
            **self.origin(change, table),
        )  # fmt: skip
        # A table without a key is one whose key nobody names.
        event = keyed(event, table.key, "declared" if table.key else "registry", **texts)
        images = {side: self.shown(table, row, names[side]) for side, row in sides.items()}
        yield self.message(change, "row", {**self.document(change, table, operation), **images}, event)

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE, which has no image."""
        event = Event("truncate", "truncate", "T", **self.origin(change, change.table))
        yield self.message(change, "ddl", self.document(change, change.table, "T"), event)

    def heartbeat(self, change: Change) -> Iterator[Message]:
        """Yield an update of GoldenGate's heartbeat table."""
        image: dict[str, Json] = {"HEARTBEAT_TIMESTAMP": iso_seconds(change.at).replace("T", " ")}
        event = Event("heartbeat", None, "U", after=image_texts(image), after_complete=False, **self.origin(change, HEARTBEATS))
        yield self.message(change, "mark", {**self.document(change, HEARTBEATS, "U"), "before": {}, "after": image}, event)
