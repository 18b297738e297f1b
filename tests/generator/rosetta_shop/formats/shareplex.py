"""The layout of Quest SharePlex that OMS and DTS took over: meta, data, key."""

from __future__ import annotations

from collections.abc import Iterator

from rosetta_shop.formats.base import Message, Writer
from rosetta_shop.formats.events import UNSTATED, Event, keyed
from rosetta_shop.jsontext import Json, image_texts
from rosetta_shop.model import Change, Row, Table


class SharePlexWriter(Writer):
    """Base of both: an update tells the old row in `key` and only what changed in `data`."""

    def meta(self, change: Change, operation: str) -> dict[str, Json]:
        """Return `meta` with its fields in the vendor's order."""
        raise NotImplementedError

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a change share."""
        raise NotImplementedError

    def spelling(self, change: Change, op: str) -> str:
        """Return how the vendor spells an operation."""
        return {"insert": "ins", "update": "upd", "delete": "del"}[op]

    def old_names(self, change: Change) -> list[str] | None:
        """Return the columns that `key` holds; None for all."""
        return None

    def key_event(
        self, event: Event, change: Change, before: Row | None, after: Row | None
    ) -> Event:
        """Return the event with its images, given as texts, and the key that a reader can know."""
        raise NotImplementedError

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change; the format has nothing of its own for a full load."""
        op = "insert" if change.kind == "snapshot" else change.kind
        if op == "update":
            yield self.update(change)
        else:
            yield self.whole_row(change, op, change.before or change.after)

    def whole_row(self, change: Change, op: str, row: Row) -> Message:
        """Return the message of a change that carries one whole row in `data`."""
        operation = self.spelling(change, op)
        data = self.image(change.table, row)
        is_before = op in ("delete", "update_before")
        event = Event(
            "row_change",
            op,
            operation,
            before_complete=False if is_before else UNSTATED,
            after_complete=UNSTATED if is_before else op == "insert",
            column_types=None,
            **self.origin(change),
        )
        texts = image_texts(data)
        event = self.key_event(
            event, change, texts if is_before else None, None if is_before else texts
        )
        return self.row_message(change, {"data": data, "meta": self.meta(change, operation)}, event)

    def update(self, change: Change) -> Message:
        """Return the message of an update.

        Neither image counts as complete, for `key` may be only the key.
        """
        operation = self.spelling(change, "update")
        data = self.image(change.table, change.after, change.changed)
        key = self.image(change.table, change.before, self.old_names(change))
        event = Event(
            "row_change",
            "update",
            operation,
            before_complete=False,
            after_complete=False,
            column_types=None,
            **self.origin(change),
        )
        event = self.key_event(event, change, image_texts(key), image_texts({**key, **data}))
        return self.row_message(
            change, {"data": data, "meta": self.meta(change, operation), "key": key}, event
        )

    def row_message(self, change: Change, document: dict[str, Json], event: Event) -> Message:
        """Return a row's message; the Kafka key is the row's address."""
        rowid = document["meta"]["rowid"]
        return self.message(change, "row", document, event, key=rowid.encode())

    def registry_key(
        self, event: Event, table: Table, names: tuple[str, ...], **images: Json
    ) -> Event:
        """Return the event with a key that only the topic registry knows."""
        return keyed(event, names if self.registered else (), "registry", **images)
