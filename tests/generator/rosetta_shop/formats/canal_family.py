"""The layout that open-source Canal introduced and DRS, DTS and OMS took over, each with its own
habits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar

from rosetta_shop.encodings import as_text, base64_text
from rosetta_shop.formats.base import Message, Writer, kafka_key
from rosetta_shop.formats.events import UNSTATED, Event, keyed, names_of
from rosetta_shop.jsontext import Json, image_texts
from rosetta_shop.model import ROW_KINDS, Change, Column, Table, Transaction, Value

# kind of column: (type in mysqlType, java.sql.Types number)
TYPES = {
    "int": ("int", 4),
    "bigint": ("bigint", -5),
    "ubigint": ("bigint unsigned", -5),
    "decimal": ("decimal", 3),
    "double": ("double", 8),
    "float": ("float", 7),
    "boolean": ("tinyint", -6),
    "varchar": ("varchar", 12),
    "text": ("text", -1),
    "json": ("json", 12),
    "date": ("date", 91),
    "time": ("time", 92),
    "datetime": ("datetime", 93),
    "timestamp": ("timestamp", 93),
    "binary": ("varbinary", -3),
}

STATEMENT_DELAY = 771


class CanalWriter(Writer):
    """Base of the family; the class attributes are the habits in which its members differ."""

    fields: ClassVar[tuple[str, ...]]
    absent_if_null: ClassVar[tuple[str, ...]] = ()
    batch: ClassVar[int] = 1
    types: ClassVar[dict[str, tuple[str, int]]] = TYPES
    types_have_arguments: ClassVar[bool] = False
    no_key: ClassVar[list[str] | None] = None
    # Whether a large column that is NULL before and after an update may just not have been logged.
    leaves_out_large_nulls: ClassVar[bool] = False
    old_is_whole: ClassVar[bool] = False
    deleted_row_in: ClassVar[str] = "data"
    snapshot_type: ClassVar[str] = "INIT"
    ddl_type: ClassVar[str | None] = "DDL"
    has_gtid: ClassVar[bool] = False

    def encode(self, column: Column, value: Value) -> Json:
        """Return text for every value: base64 for bytes, UTC wall clock for timestamps."""
        return base64_text(value) if isinstance(value, bytes) else as_text(column.kind, value)

    def write(self, transaction: Transaction) -> Iterator[Message]:
        """Yield a message for up to `batch` neighbouring row changes of one table and kind."""

        def together(change: Change) -> tuple[object, ...]:
            """Return what the changes of one message have in common."""
            return (change.kind, change.table)

        for _, found in groupby(transaction.changes, together):
            changes = list(found)
            if changes[0].kind not in ROW_KINDS:
                for change in changes:
                    yield from self.change(change)
                continue
            for start in range(0, len(changes), self.batch):
                yield from self.rows(changes[start : start + self.batch])

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of one row change."""
        return self.rows([change])

    def rows(self, changes: list[Change]) -> Iterator[Message]:
        """Yield the message of row changes of one table and kind."""
        first = changes[0]
        data, old = self.images(changes)
        operation = self.snapshot_type if first.kind == "snapshot" else first.kind.upper()
        document = self.document(
            first, operation, data=data, old=old, **self.declarations(first.table)
        )
        old = self.old_names(changes) if first.kind == "update" else [[] for _ in changes]
        events = [
            self.row_event(first, change, operation, old[place])
            for place, change in enumerate(changes)
        ]
        key = kafka_key(first.table, first.before or first.after) if self.batch == 1 else None
        spread = (
            {}
            if self.batch == 1
            else {"partition_by": f"{first.table.database}.{first.table.name}"}
        )
        yield self.message(first, "row", document, *events, key=key, **spread)

    def images(self, changes: list[Change]) -> tuple[list[Json] | None, list[Json] | None]:
        """Return `data` and `old` of row changes of one table and kind."""
        table, kind = changes[0].table, changes[0].kind
        if kind == "delete":
            rows = [self.image(table, change.before) for change in changes]
            return (rows, None) if self.deleted_row_in == "data" else (None, rows)
        data = [self.image(table, change.after) for change in changes]
        if kind != "update":
            return data, None
        names = None if self.old_is_whole else self.old_names(changes)
        return data, [
            self.image(table, change.before, None if names is None else names[place])
            for place, change in enumerate(changes)
        ]

    def old_names(self, changes: list[Change]) -> list[list[str]]:
        """Return for each update the columns that `old` holds: the changed ones."""
        return [change.changed for change in changes]

    def declarations(self, table: Table) -> dict[str, Json]:
        """Return the fields that describe the table's columns and key."""
        return {
            "mysqlType": self.mysql_types(table),
            "sqlType": {column.name: self.types[column.kind][1] for column in table.columns},
            "pkNames": list(table.key) or self.no_key,
        }

    def mysql_types(self, table: Table) -> dict[str, Json]:
        """Return the declared type of every column."""
        declared = {}
        for column in table.columns:
            name, *sign = self.types[column.kind][0].split(" ")
            arguments = column.arguments if self.types_have_arguments else ""
            declared[column.name] = " ".join([name + arguments, *sign])
        return declared

    def envelope(self, change: Change) -> dict[str, Json]:
        """Return the fields that every message has."""
        return {
            "id": change.sequence,
            "es": self.executed_at(change),
            "ts": change.at + STATEMENT_DELAY,
            "database": change.table.database if change.table else "",
            "table": change.table.name if change.table else "",
            "isDdl": False,
            "sql": "",
            "gtid": self.gtid(change),
        }

    def executed_at(self, change: Change) -> int:
        """Return `es`, milliseconds since 1970 UTC, or a sentinel."""
        return change.at

    def gtid(self, change: Change) -> str | None:
        """Return the transaction's global identity."""
        return (
            f"0d1b7c6e-5f1c-11ee-9d2b-0242ac120002:{change.transaction}" if self.has_gtid else None
        )

    def document(self, change: Change, operation: str, **more: Json) -> dict[str, Json]:
        """Return the message with its fields in the vendor's order."""
        known = {**self.envelope(change), "type": operation, **more}
        return {
            name: known.get(name)
            for name in self.fields
            if known.get(name) is not None or name not in self.absent_if_null
        }

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a message share: table, times, order."""
        executed = self.executed_at(change)
        has_id = "id" in self.fields
        return {
            **(names_of(change.table) if change.table else {}),
            "committed_at": executed or None,
            "committed_at_basis": self.basis if executed else "none",
            "source_position": str(change.sequence) if has_id else None,
            "sequence_number": change.sequence if has_id else None,
            "transaction_id": self.gtid(change),
        }

    def former(self, change: Change, old: list[str]) -> dict[str, Json] | None:
        """Return what the message of an update tells of the row before it.

        With partial row images, columns that `old` lacks may have changed: all, if `old` has at most
        columns of the key and all of those; large ones, which the server need not log, of a table
        with a key.
        """
        table = change.table
        if self.old_is_whole or len(old) == len(table.columns):
            return self.image(table, change.before)
        if not old:
            return None
        if table.key and set(old) <= set(table.key) <= set(old):
            return self.image(table, change.before, old)
        told = [
            column.name
            for column in table.columns
            if column.name in old
            or not table.key
            or not re.search("blob|text|json", self.types[column.kind][0])
        ]
        return self.image(table, change.before, told)

    def row_event(self, first: Change, change: Change, operation: str, old: list[str]) -> Event:
        """Return the event of one row; the rows of a message share the position of the first.

        Only an inserted or loaded row is surely whole, and the row before a delete from a table
        without a key. If the registry says that a table has none, its images count as whole.
        """
        is_update = change.kind == "update"
        is_told = not is_update or (self.registered and not change.table.key)
        former = self.former(change, old) if is_update else self.image(change.table, change.before)
        before = image_texts(former)
        after = image_texts(self.image(change.table, change.after))
        if is_update and self.leaves_out_large_nulls:
            large = {column.name for column in change.table.columns if re.search("blob|clob|text|json", self.types[column.kind][0])}
            after = {name: text for name, text in after.items() if text is not None or name not in large or change.before[name] is not None}
        event = Event(
            "row_change",
            "insert" if operation == "INSERT" else change.kind,
            operation,
            before_complete=is_told and not change.table.key if before else UNSTATED,
            after_complete=is_told if after else UNSTATED,
            column_types=self.mysql_types(change.table),
            **self.origin(first),
        )
        return keyed(event, change.table.key, "declared", before=before, after=after, registered=self.registered)

    def statement(
        self, change: Change, operation: str, kind: str, **more: Json
    ) -> Iterator[Message]:
        """Yield the message of a statement."""
        document = self.document(change, operation, sql=change.text, **{"isDdl": True, **more})
        op = "truncate" if kind == "truncate" else None
        event = Event(kind, op, operation, ddl_text=change.text, **self.origin(change))
        yield self.message(change, "ddl", document, event)

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL message."""
        return self.statement(change, self.ddl_type or change.verb, "ddl")

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE.

        A DDL message that only its text tells from others, or a type of its own.
        """
        return self.statement(change, self.ddl_type or "TRUNCATE", "truncate")

    def empty_batch(self, change: Change, operation: str) -> Iterator[Message]:
        """Yield a message without any row."""
        document = self.document(
            change, operation, data=[], old=[], **self.declarations(change.table)
        )
        yield self.message(
            change, "mark", document, Event("marker", None, operation, **self.origin(change))
        )
