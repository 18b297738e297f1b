"""Alibaba DTS, SharePlex layout, from an Oracle database.

Upper-case names, every value a text, UTC times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rosetta_shop.encodings import as_text, base64_text, iso_seconds
from rosetta_shop.formats.base import Message
from rosetta_shop.formats.events import Event, Texts, keyed
from rosetta_shop.formats.row_numbers import RowNumbers
from rosetta_shop.formats.shareplex import SharePlexWriter
from rosetta_shop.jsontext import Json
from rosetta_shop.model import Change, Column, Row, Table, Value

FIRST_SCN = 14_589_000_000_000


class DtsSharePlex(SharePlexWriter):
    """Short and long spellings of the operations, by table; updates of order items come in halves.

    How DTS writes bytes is not documented; here they are base64. The layout of TRUNCATE and DROP
    COLUMN is not documented either; here they have an empty `data`.
    """

    code = "dts_shareplex"
    basis = "commit"
    kinds = frozenset(
        {"insert", "update", "delete", "update_before", "update_after", "truncate", "ddl"}
    )

    def __init__(self, *, registered: bool = True) -> None:
        """Start at the beginning of a topic."""
        super().__init__(registered=registered)
        self.numbers = RowNumbers()
        self.rowid = ""

    def encode(self, column: Column, value: Value) -> Json:
        """Return text for every value."""
        return base64_text(value) if isinstance(value, bytes) else as_text(column.kind, value)

    def image(
        self, table: Table, row: Row | None, names: list[str] | None = None
    ) -> dict[str, Json] | None:
        """Return the texts of a row under Oracle's upper-case names."""
        image = super().image(table, row, names)
        return None if image is None else {name.upper(): value for name, value in image.items()}

    def spelling(self, change: Change, op: str) -> str:
        """Return the operation: long for payments and halves, short for others."""
        if op in ("update_before", "update_after"):
            return op.upper().replace("_", " ")
        return op.upper() if change.table.name == "payments" else super().spelling(change, op)

    def old_names(self, change: Change) -> list[str] | None:
        """Return the columns that `key` holds.

        All for customers, else the key's and the changed ones.
        """
        return None if change.table.name == "customers" else [*change.table.key, *change.changed]

    def meta(self, change: Change, operation: str) -> dict[str, Json]:
        """Return `meta`.

        One table's times end in `Z`, as the document says, the others' do not, as it shows.
        """
        zone = "Z" if change.table.name == "payments" else ""
        return {
            "time": iso_seconds(change.at) + zone,
            "userid": 84,
            "op": operation,
            "scn": str(FIRST_SCN + change.sequence),
            "rowid": self.rowid,
            "trans": f"7.0.{change.transaction}",
            "seq": change.order,
            "size": change.size,
            "table": f"{change.table.database}.{change.table.name}".upper(),
            "idx": f"{change.order}/{change.size}",
            "posttime": iso_seconds(change.at + 1000) + zone,
        }

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a change share.

        Oracle's owner is a schema, the database is unknown.
        """
        return {
            "schema_name": change.table.database.upper(),
            "table_name": change.table.name.upper(),
            "committed_at": change.at,
            "committed_at_basis": self.basis,
            "source_position": str(FIRST_SCN + change.sequence),
            "sequence_number": (FIRST_SCN + change.sequence) * 10**10 + change.order,
            "transaction_id": f"7.0.{change.transaction}",
            "transaction_order": change.order,
        }

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change, two for an update of an order item."""
        self.rowid = f"AAATGpAAIAAI{self.numbers.number(change):06d}"
        if change.kind == "update" and change.table.name == "order_items":
            yield self.whole_row(replace(change, after=None), "update_before", change.before)
            yield self.whole_row(replace(change, before=None), "update_after", change.after)
        else:
            yield from super().row(change)

    def row_message(self, change: Change, document: dict[str, Json], event: Event) -> Message:
        """Return a row's message, spread over partitions by its Kafka key: both halves of an update come to one."""
        return replace(super().row_message(change, document, event), partition_by=self.rowid)

    def key_event(
        self, event: Event, change: Change, before: Texts | None, after: Texts | None
    ) -> Event:
        """Return the event with the registry's key, else with the row's address in the database."""
        names = tuple(name.upper() for name in change.table.key)
        if names and self.registered:
            return self.registry_key(event, change.table, names, before=before, after=after)
        event = keyed(event, (), "surrogate", before=before, after=after)
        return replace(event, key_basis="surrogate", primary_key={"rowid": self.rowid})

    def statement(self, change: Change, operation: str, kind: str) -> Iterator[Message]:
        """Yield the message of a statement, whose text the format does not tell."""
        self.rowid = ""
        op = "truncate" if kind == "truncate" else None
        event = Event(kind, op, operation, **self.origin(change))
        yield self.message(change, "ddl", {"meta": self.meta(change, operation), "data": {}}, event)

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DROP COLUMN, the only DDL that the format has."""
        if "DROP COLUMN" in change.text:
            yield from self.statement(change, "DROP COLUMN", "ddl")

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE."""
        return self.statement(change, "TRUNCATE", "truncate")
