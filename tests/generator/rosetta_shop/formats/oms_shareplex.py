"""OceanBase OMS, SharePlex layout.

Local times, the row's key values in `rowid`, its names nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from rosetta_shop.encodings import SHANGHAI, iso_seconds
from rosetta_shop.formats.base import Message
from rosetta_shop.formats.events import Event, Texts, names_of
from rosetta_shop.formats.oms_values import oms_value, store_sequence, transaction_name
from rosetta_shop.formats.shareplex import SharePlexWriter
from rosetta_shop.jsontext import Json, image_text
from rosetta_shop.model import Change, Column, Value


class OmsSharePlex(SharePlexWriter):
    """The registry must tell the key columns and that the times are those of Shanghai."""

    code = "oms_shareplex"
    kinds = frozenset({"insert", "update", "delete", "truncate", "ddl"})

    def encode(self, column: Column, value: Value) -> Json:
        """Return OMS's JSON value."""
        return oms_value(column, value)

    def meta(self, change: Change, operation: str) -> dict[str, Json]:
        """Return `meta`."""
        name = f"{change.table.database}.{change.table.name}"
        image = self.image(change.table, change.before or change.after) or {}
        key = (
            "\x01".join(image_text(image[column]) or "" for column in change.table.key)
            if image
            else ""
        )
        return {
            "posttime": iso_seconds(change.at + 1000, SHANGHAI),
            "op": operation,
            "size": change.size,
            "time": iso_seconds(change.at, SHANGHAI),
            "idx": f"{change.order}/{change.size}",
            "seq": change.order,
            "table": name,
            "rowid": f"{name}-{key}",
            "trans": transaction_name(change.transaction),
            "scn": store_sequence(change.at, change.sequence)[0],
        }

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a change share; without a registry row the zone is unknown."""
        text, number = store_sequence(change.at, change.sequence)
        return {
            **names_of(change.table),
            "committed_at": change.at if self.registered else None,
            "committed_at_basis": self.basis if self.registered else "none",
            "source_position": text,
            "sequence_number": number,
            "transaction_id": transaction_name(change.transaction),
            "transaction_order": change.order,
        }

    def key_event(
        self, event: Event, change: Change, before: Texts | None, after: Texts | None
    ) -> Event:
        """Return the event with the registry's key, without one for unregistered topics."""
        return self.registry_key(event, change.table, change.table.key, before=before, after=after)

    def statement(self, change: Change, kind: str) -> Iterator[Message]:
        """Yield the message of a statement: no row, no sequence, the text beside `meta`."""
        meta = {**self.meta(change, "ddl"), "scn": "null"}
        op = "truncate" if kind == "truncate" else None
        origin = {**self.origin(change), "source_position": None, "sequence_number": None}
        event = Event(kind, op, "ddl", ddl_text=change.text, **origin)
        yield self.message(
            change, "ddl", {"data": {}, "meta": meta, "sql": {"ddl": change.text}}, event
        )

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL message."""
        return self.statement(change, "ddl")

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE: a DDL message that its text tells from others."""
        return self.statement(change, "truncate")
