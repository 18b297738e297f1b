"""AWS DMS: rows and control records, the image before a change in an attribute of its own, no key columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import ClassVar

from rosetta_shop.encodings import clock, fraction, iso_seconds, plain, shortest_float
from rosetta_shop.formats.base import Message, Writer
from rosetta_shop.formats.events import Event, keyed
from rosetta_shop.jsontext import Json, RawNumber, image_texts, json_text
from rosetta_shop.model import Change, Column, Table, Value

OPERATIONS = {"snapshot": "load"}
# What a statement does -> the operation of the control record; other statements have none.
STATEMENTS = {
    r"CREATE TABLE": "create-table",
    r"DROP TABLE": "drop-table",
    r"RENAME TABLE": "rename-table",
    r"ALTER TABLE .* ADD COLUMN": "add-column",
    r"ALTER TABLE .* DROP COLUMN": "drop-column",
    r"ALTER TABLE .* RENAME COLUMN": "rename-column",
}
TASK = "7QBLNBTPCNDEBG7CHI3WA73YFA"


class AwsDms(Writer):
    """A task with transaction and control details, NULL sent, images before changes with all columns."""

    code = "aws_dms"
    basis = "commit"
    kinds: ClassVar[frozenset[str]] = frozenset({"insert", "update", "delete", "snapshot", "truncate", "ddl", "marker"})

    def encode(self, column: Column, value: Value) -> Json:
        """Return the JSON value: numbers as such, bytes in hexadecimal digits, a clock's time as if it were UTC."""
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, bool | int):
            return RawNumber(int(value))
        if isinstance(value, Decimal):
            return RawNumber(plain(value))
        if isinstance(value, float):
            return RawNumber(shortest_float(value) if column.kind == "float" else value)
        if isinstance(value, bytes):
            return f"0x{value.hex()}"
        if isinstance(value, timedelta):
            return clock(value)
        if isinstance(value, datetime):
            return f"{value.strftime('%Y-%m-%dT%H:%M:%S')}{fraction(value.microsecond)}Z"
        if isinstance(value, date):
            return value.isoformat()
        raise TypeError(f"no source value: {type(value).__name__}")

    @staticmethod
    def instant(at: int) -> str:
        """Return an instant as the metadata have it."""
        return f"{iso_seconds(at, timezone.utc)}.{at % 1000:03d}000Z"

    def metadata(self, change: Change, kind: str, operation: str, schema: str, table: str) -> dict[str, Json]:
        """Return what all metadata have."""
        return {
            "timestamp": self.instant(change.at),
            "record-type": kind,
            "operation": operation,
            "partition-key-type": "primary-key" if kind == "data" else "task-id",
            "schema-name": schema,
            "table-name": table,
        }

    def message(self, change: Change, route: str, document: Json, *events: Event, **more: object) -> Message:
        """Return a message of several lines, as the format JSON has it."""
        message = super().message(change, route, document, *events, **more)
        parts = []
        for name, part in document.items():
            lines = ",\n".join(f"\t\t{json_text(inner)}:\t{json_text(value)}" for inner, value in part.items())
            parts.append(f"\t{json_text(name)}:\t{{\n{lines}\n\t}}")
        return replace(message, value=("{\n" + ",\n".join(parts) + "\n}").encode())

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change."""
        table, loaded = change.table, change.kind == "snapshot"
        before, after = self.image(table, change.before), self.image(table, change.after)
        operation = OPERATIONS.get(change.kind, change.kind)
        metadata = self.metadata(change, "data", operation, table.database, table.name)
        position = None if loaded else f"mysql-bin-changelog.000003:{change.sequence}:{change.order}"
        if not loaded:
            metadata |= {
                "transaction-id": change.transaction,
                "transaction-record-id": change.order,
                "commit-timestamp": self.instant(change.at),
                "stream-position": position,
            }
        document: dict[str, Json] = {"data": after or before, "metadata": metadata}
        if change.kind == "update":
            document["before-image"] = before
        event = Event(
            "row_change",
            change.kind,
            operation,
            None,
            table.database,
            table.name,
            before_complete=False if before else None,
            after_complete=change.kind != "update" if after else None,
            column_types=None,
            committed_at=change.at,
            committed_at_basis="reader" if loaded else self.basis,
            source_position=position,
            transaction_id=None if loaded else str(change.transaction),
            transaction_order=None if loaded else change.order,
        )
        former = image_texts(before)
        if change.kind == "delete":
            former = {name: text for name, text in former.items() if text is not None}
        event = keyed(event, table.key if self.registered else (), "registry", before=former, after=image_texts(after))
        key = ".".join(map(str, (table.database, table.name, *table.key_of(change.after or change.before))))
        yield self.message(change, "row", document, event, key=key.encode())

    def control(self, change: Change, operation: str, event_kind: str, table: Table) -> Iterator[Message]:
        """Yield a control record."""
        document = {
            "control": {"table-def": self.definition(table)} if operation == "create-table" else {},
            "metadata": self.metadata(change, "control", operation, table.database, table.name),
        }
        event = Event(
            event_kind,
            "truncate" if event_kind == "truncate" else None,
            operation,
            None,
            table.database or None,
            table.name,
            column_types=None,
            committed_at=change.at,
            committed_at_basis="reader",
        )
        route = "mark" if event_kind == "marker" else "ddl"
        yield self.message(change, route, document, event, key=TASK.encode())

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield the control record of a statement, if it has one."""
        for pattern, operation in STATEMENTS.items():
            if re.match(pattern, change.text):
                yield from self.control(change, operation, "ddl", change.table)

    def load_ddl(self, change: Change) -> Iterator[Message]:
        """Yield a control record of the full load: a table's, or at its beginning that of a table of the task's own."""
        if change.table is None:
            yield from self.control(change, "create-table", "marker", Table("", "awsdms_apply_exceptions", (Column("ERROR", "text"),)))
        else:
            yield from self.ddl(change)

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE."""
        return self.control(change, "truncate-table", "truncate", change.table)

    @staticmethod
    def definition(table: Table) -> Json:
        """Return a table as DMS describes it."""
        types = {"int": "INT32", "bigint": "INT64", "ubigint": "UINT64", "decimal": "NUMERIC", "binary": "BYTES"}
        columns = {
            column.name: {"type": types.get(column.kind, "STRING"), "nullable": column.name not in table.key}
            for column in table.columns
        }
        return {"columns": columns, **({"primary-key": list(table.key)} if table.key else {})}
