"""What the writers of all formats share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rosetta_shop.formats.events import Event
from rosetta_shop.jsontext import Json, json_text
from rosetta_shop.model import ROW_KINDS, Change, Column, Row, Table, Transaction, Value


@dataclass(frozen=True)
class Message:
    """One Kafka message.

    Args:
        route: `row`, `ddl` or `mark` (heartbeats and the like): which topic it goes to.
        at: when the source did it, milliseconds since 1970 UTC.
        document: the JSON value; None if `value` stands for itself.
        value: the Kafka value; None for a null value.
        events: what a reader should find, in order of `row_index`.
        table: the table it is about, if any.
        partition_by: text whose hash picks the partition; None for partition 0.
        key: the Kafka key.
        headers: Kafka headers.
    """

    route: str
    at: int
    document: Json
    value: bytes | None
    events: tuple[Event, ...]
    table: Table | None = None
    partition_by: str | None = None
    key: bytes | None = None
    headers: tuple[tuple[str, bytes | None], ...] = ()


class Writer:
    """Turns transactions into the messages of one format.

    Args:
        registered: whether the topic registry knows the topics; it changes what a reader can
            find out.

    A format overrides `encode` and the methods of the kinds of changes that it can express.
    """

    code: ClassVar[str]
    style: ClassVar[str] = "plain"
    basis: ClassVar[str] = "statement"
    # What the format can express: event kinds, for row changes and TRUNCATE the operations.
    kinds: ClassVar[frozenset[str]]

    def __init__(self, *, registered: bool = True) -> None:
        """Start at the beginning of a topic."""
        self.registered = registered

    def write(self, transaction: Transaction) -> Iterator[Message]:
        """Yield the messages of a transaction, in the order in which the vendor would send them."""
        for change in transaction.changes:
            yield from self.change(change)

    def change(self, change: Change) -> Iterator[Message]:
        """Yield the messages of one change; none for a kind that the format cannot express."""
        kind = "row" if change.kind in ROW_KINDS else change.kind
        yield from getattr(self, kind)(change)

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the messages of a row change."""
        raise NotImplementedError

    def nothing(self, change: Change) -> Iterator[Message]:
        """Yield nothing: the format has no message for such a change."""
        return iter(())

    truncate = ddl = load_ddl = query = heartbeat = nothing

    def encode(self, column: Column, value: Value) -> Json:
        """Return the JSON value that the format writes for a source value.

        Args:
            column: the value's column.
            value: None or a value of the column's kind.
        """
        raise NotImplementedError

    def image(
        self, table: Table, row: Row | None, names: list[str] | None = None
    ) -> dict[str, Json] | None:
        """Return the JSON values of a row, in the table's order.

        Args:
            names: the columns wanted; None for all.
        """
        if row is None:
            return None
        return {
            column.name: self.encode(column, row.get(column.name))
            for column in table.columns
            if names is None or column.name in names
        }

    def message(
        self, change: Change, route: str, document: Json, *events: Event, **more: object
    ) -> Message:
        """Return a message of one change.

        Args:
            more: other fields of `Message`; a row's message is spread over partitions by its
                table and key.
        """
        if route == "row":
            more.setdefault(
                "partition_by", partition_text(change.table, change.before or change.after)
            )
        value = json_text(document, self.style).encode()
        given = {"table": change.table, **more}
        return Message(route, change.at, document, value, events, **given)


def partition_text(table: Table, row: Row | None) -> str:
    """Return what a message is spread over partitions by: the table and the row's key."""
    key = "|".join(map(str, table.key_of(row))) if row else ""
    return f"{table.database}.{table.name}|{key}"


def kafka_key(table: Table, row: Row) -> bytes | None:
    """Return the row's key values joined by underscores, None for a table without a key."""
    return "_".join(map(str, table.key_of(row))).encode() if table.key else None
