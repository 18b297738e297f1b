"""dtle.

Debezium's envelope with Connect schemas, keys in the Kafka key, tombstones, a topic for schema
changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from rosetta_shop.formats.base import Message, Writer
from rosetta_shop.formats.dtle_schema import column_type, dtle_value, key_schema, value_schema
from rosetta_shop.formats.events import UNSTATED, Event, keyed, names_of, null_value
from rosetta_shop.jsontext import Json, image_texts, json_text
from rosetta_shop.model import Change, Column, Row, Table, Value

SERVER = "acd7d195-06cd-11e9-928f-02000aba3e28"
OPERATIONS = {"snapshot": "c", "insert": "c", "update": "u", "delete": "d"}

# After a delete in this table comes a null value, after others dtle's text of two nulls.
NULL_TOMBSTONES = "payments"


class Dtle(Writer):
    """The key is the row's before an update; times are the clock of the reader.

    Args:
        topic: dtle's option `Topic`, which begins the names of its topics and schemas.
    """

    code = "dtle"
    basis = "reader"
    kinds = frozenset({"insert", "update", "delete", "snapshot", "truncate", "ddl", "tombstone"})

    def __init__(self, *, registered: bool = True, topic: str = "shop.dtle") -> None:
        """Start a job."""
        super().__init__(registered=registered)
        self.topic = topic

    def encode(self, column: Column, value: Value) -> Json:
        """Return dtle's JSON value."""
        return dtle_value(column, value)

    def source(self, change: Change) -> dict[str, Json]:
        """Return `payload.source`; rows of the full load have no time and no position."""
        loaded = change.kind == "snapshot"
        return {
            "version": "0.0.1",
            "name": self.topic,
            "server_id": 0 if loaded else 1,
            "ts_sec": 0 if loaded else change.at // 1000,
            "gtid": None if loaded else f"{SERVER}:{change.transaction}",
            "file": "" if loaded else "mysql-bin.000003",
            "pos": 0 if loaded else change.sequence,
            "row": 0,
            "snapshot": loaded,
            "thread": None,
            "db": change.table.database,
            "table": change.table.name,
        }

    def origin(self, change: Change) -> dict[str, object]:
        """Return what the event of a row change says of table, time and order."""
        loaded = change.kind == "snapshot"
        return {
            **names_of(change.table),
            "committed_at": None if loaded else change.at,
            "committed_at_basis": "none" if loaded else self.basis,
            "source_position": None if loaded else f"mysql-bin.000003:{change.sequence}:0",
            "sequence_number": None if loaded else 3 * 10**26 + change.sequence * 10**10,
            "transaction_id": None if loaded else f"{SERVER}:{change.transaction}",
        }

    def kafka_key(self, table: Table, row: Row) -> bytes:
        """Return the Kafka key.

        A Connect schema and the key's values, none for a table without a key.
        """
        payload = {name: self.encode(table.column(name), row[name]) for name in table.key}
        return json_text({"schema": key_schema(self.topic, table), "payload": payload}).encode()

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change and, after a delete, a tombstone."""
        table = change.table
        before, after = self.image(table, change.before), self.image(table, change.after)
        operation = OPERATIONS[change.kind]
        payload = {
            "before": before,
            "after": after,
            "source": self.source(change),
            "op": operation,
            "ts_ms": change.at + 577,
        }
        event = Event(
            "row_change",
            change.kind,
            operation,
            before_complete=True if before else UNSTATED,
            after_complete=True if after else UNSTATED,
            column_types={column.name: column_type(column) for column in table.columns},
            **self.origin(change),
        )
        event = keyed(
            event, table.key, "kafka_key", before=image_texts(before), after=image_texts(after), registered=self.registered
        )
        key = self.kafka_key(table, change.before or change.after)
        document = {"schema": value_schema(self.topic, table), "payload": payload}
        yield self.message(change, "row", document, event, key=key)
        if change.kind == "delete" and table.key:
            yield self.tombstone(change, key)

    def tombstone(self, change: Change, key: bytes) -> Message:
        """Return what follows a delete: the same key without a row.

        What it says of the table is left open.
        """
        texts = image_texts(self.image(change.table, change.before))
        key_texts = {name: texts[name] for name in change.table.key}
        event = null_value(primary_key=key_texts, key_basis="kafka_key")
        message = self.message(change, "row", {"schema": None, "payload": None}, event, key=key)
        if change.table.name != NULL_TOMBSTONES:
            return message
        return Message(
            "row", change.at, None, None, (event,), change.table, message.partition_by, key
        )

    def statement(self, change: Change, kind: str, *, loaded: bool = False) -> Iterator[Message]:
        """Yield a message of the topic for schema changes.

        It names a database, and no table but in the text.
        """
        position: dict[str, Json] = {
            "ts_sec": 0 if loaded else change.at // 1000,
            "file": "" if loaded else "mysql-bin.000003",
            "pos": 0 if loaded else change.sequence,
            "gtids": "" if loaded else f"{SERVER}:1-{change.transaction}",
        }
        if loaded:
            position["snapshot"] = True
        document: dict[str, Json] = {"source": {"server": ""}, "position": position}
        if change.table:
            document["databaseName"] = change.table.database
        document |= {"ddl": change.text, "tableChanges": None}
        event = Event(
            kind,
            "truncate" if kind == "truncate" else None,
            UNSTATED,
            change.table.database if change.table else None,
            table_name=UNSTATED,
            committed_at=None if loaded else change.at,
            committed_at_basis="none" if loaded else self.basis,
            source_position=UNSTATED,
            sequence_number=UNSTATED,
            transaction_id=UNSTATED,
            ddl_text=change.text,
        )
        yield self.message(change, "ddl", document, event, key=b"null")

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL message."""
        return self.statement(change, "ddl")

    def load_ddl(self, change: Change) -> Iterator[Message]:
        """Yield a statement of the full load."""
        return self.statement(change, "ddl", loaded=True)

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE, which its text tells from other statements."""
        return self.statement(change, "truncate")
