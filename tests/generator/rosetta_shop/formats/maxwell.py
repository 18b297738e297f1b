"""Maxwell's daemon: changed columns in `old`, keys in the Kafka key, no types and no TRUNCATE."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import ClassVar

from rosetta_shop.encodings import as_text, base64_text
from rosetta_shop.formats.base import Message, Writer
from rosetta_shop.formats.events import Event, keyed, names_of
from rosetta_shop.jsontext import Json, RawNumber, image_texts, json_text
from rosetta_shop.model import Change, Column, Row, Table, Value

# MySQL's types of the kinds of columns whose names differ.
TYPES = {"ubigint": "bigint", "boolean": "tinyint", "binary": "varbinary"}
# Place of the last row of a transaction, which has no offset in it.
LAST = 9_999_999_999
# CREATE INDEX and DROP INDEX are left out.
STATEMENTS = {"CREATE": "table-create", "ALTER": "table-alter", "RENAME": "table-alter", "ERASE": "table-drop"}


class Maxwell(Writer):
    """With binlog positions, offsets in transactions, server and DDL; a bootstrap as the full load."""

    code = "maxwell"
    kinds: ClassVar[frozenset[str]] = frozenset({"insert", "update", "delete", "snapshot", "ddl", "marker"})

    def __init__(self, *, registered: bool = True) -> None:
        """Start without any table."""
        super().__init__(registered=registered)
        self.tables: dict[tuple[str, str], Table] = {}

    def encode(self, column: Column, value: Value) -> Json:
        """Return Maxwell's JSON value: numbers as Java prints them, a JSON column as what it holds."""
        if isinstance(value, bytes):
            return base64_text(value)
        text = as_text(column.kind, value)
        if text is None:
            return None
        if column.kind == "json":
            return json.loads(text, parse_int=RawNumber, parse_float=RawNumber)
        if column.kind == "decimal":
            return RawNumber(value)
        return RawNumber(text) if column.kind in ("int", "bigint", "ubigint", "double", "float", "boolean") else text

    def kafka_key(self, table: Table, row: Row) -> bytes:
        """Return the Kafka key of a row, of a table without a key one that nothing shares."""
        key = {f"pk.{name.lower()}": self.encode(table.column(name), row[name]) for name in table.key}
        number = zlib.crc32(repr(row).encode())
        return json_text({"database": table.database, "table": table.name, **(key or {"_uuid": f"{number:032x}"})}).encode()

    def position(self, change: Change) -> str:
        """Return file and position of the binlog."""
        return f"mysql-bin.000003:{change.sequence}"

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change."""
        table, loaded = change.table, change.kind == "snapshot"
        before, after = self.image(table, change.before), self.image(table, change.after)
        operation = "bootstrap-insert" if loaded else change.kind
        document: dict[str, Json] = {
            "database": table.database,
            "table": table.name,
            "type": operation,
            "ts": change.at // 1000,
        }
        is_last = change.order == change.size
        if not loaded:
            document["xid"] = change.transaction
            document |= {"commit": True} if is_last else {"xoffset": change.order - 1}
        document |= {"position": self.position(change), "server_id": 23042, "data": after or before}
        if change.kind == "update" and change.changed:
            document["old"] = {name: before[name] for name in change.changed}
        former, is_told = before, change.kind != "update" or (self.registered and not table.key)
        if change.kind == "update":
            # A session may log partial rows: then `old` has at most the key, and `data` no key column that it lacks.
            key_names = {name.lower() for name in table.key}
            is_rebuilt = not table.key or not set(change.changed) <= key_names or bool((key_names & set(before)) - set(change.changed))
            former = before if is_rebuilt and change.changed else document.get("old")
        place = LAST if is_last else change.order - 1
        event = Event(
            "row_change",
            change.kind,
            operation,
            before_complete=is_told and not table.key if former else None,
            after_complete=is_told if after else None,
            column_types=None,
            committed_at=change.at,
            committed_at_basis="reader" if loaded else self.basis,
            source_position=self.position(change),
            sequence_number=None if loaded else 3 * 10**26 + change.sequence * 10**10 + place,
            transaction_id=None if loaded else str(change.transaction),
            transaction_order=None if loaded or is_last else change.order - 1,
            **names_of(table),
        )
        event = keyed(
            event, table.key, "kafka_key", before=image_texts(former), after=image_texts(after), registered=self.registered
        )
        key = self.kafka_key(table, change.after or change.before)
        yield self.message(change, "row", document, event, key=key)

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL statement with what the table was and is, its time in milliseconds."""
        operation = STATEMENTS.get(change.verb)
        if operation is None:
            return
        table = change.table
        place = (table.database, table.name)
        document: dict[str, Json] = {"type": operation, "database": table.database, "table": table.name}
        if operation == "table-alter":
            document["old"] = self.definition(self.tables.get(place, table))
        if operation != "table-drop":
            document["def"] = self.definition(table)
        self.tables[place] = table
        document |= {"ts": change.at, "sql": change.text, "position": self.position(change)}
        event = Event(
            "ddl",
            None,
            operation,
            ddl_text=change.text,
            column_types=None,
            committed_at=change.at,
            committed_at_basis=self.basis,
            source_position=self.position(change),
            sequence_number=3 * 10**26 + change.sequence * 10**10,
            **names_of(table),
        )
        # Of a statement the key is a random one.
        yield self.message(change, "ddl", document, event, key=f"5d0f1c7e-{change.sequence:012d}".encode())

    def load_ddl(self, change: Change) -> Iterator[Message]:
        """Yield what begins the bootstrap of a table."""
        if change.table is None:
            return
        table = change.table
        self.tables[table.database, table.name] = table
        document = {"database": table.database, "table": table.name, "type": "bootstrap-start", "ts": change.at // 1000, "data": {}}
        event = Event(
            "marker", None, "bootstrap-start", column_types=None, committed_at=change.at, committed_at_basis="reader", **names_of(table)
        )
        yield self.message(change, "mark", document, event)

    @staticmethod
    def definition(table: Table) -> Json:
        """Return a table as Maxwell describes it."""
        columns = [
            {
                "type": TYPES.get(column.kind, column.kind),
                "name": column.name,
                **({"signed": column.kind != "ubigint"} if column.kind in ("int", "bigint", "ubigint") else {}),
            }
            for column in table.columns
        ]
        return {
            "database": table.database,
            "charset": "utf8mb4",
            "table": table.name,
            "columns": columns,
            "primary-key": list(table.key),
        }
