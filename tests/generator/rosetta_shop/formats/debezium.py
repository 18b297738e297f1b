"""Debezium's connector for MySQL: Connect schemas, keys in the Kafka key, a changed key as three records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from rosetta_shop.encodings import EPOCH
from rosetta_shop.formats.base import Message
from rosetta_shop.formats.dtle import SERVER, Dtle
from rosetta_shop.formats.dtle_schema import TYPES, column_type, key_schema, value_schema
from rosetta_shop.formats.events import UNSTATED, Event, keyed, names_of, null_value
from rosetta_shop.jsontext import Json, RawNumber, image_texts, json_text
from rosetta_shop.model import Change, Column, Row, Table, Value

FILE = "mysql-bin.000003"
OPERATIONS = {"snapshot": "r", "insert": "c", "update": "u", "delete": "d"}
DEBEZIUM_TYPES = {**TYPES, "datetime": ("int64", "io.debezium.time.MicroTimestamp")}
SOURCE_FIELDS = (
    ("version", "string", False),
    ("connector", "string", False),
    ("name", "string", False),
    ("ts_ms", "int64", False),
    ("snapshot", "string", True),
    ("db", "string", False),
    ("sequence", "string", True),
    ("ts_us", "int64", True),
    ("ts_ns", "int64", True),
    ("table", "string", True),
    ("server_id", "int64", False),
    ("gtid", "string", True),
    ("file", "string", False),
    ("pos", "int64", False),
    ("row", "int32", False),
    ("thread", "int64", True),
    ("query", "string", True),
)


class Debezium(Dtle):
    """Values as dtle writes them, but for times, which keep their fraction; truncates are sent (`skipped.operations=none`)."""

    code = "debezium"
    basis = "statement"
    kinds = Dtle.kinds | {"heartbeat", "update_before", "update_after", "marker"}

    def __init__(self, *, registered: bool = True, topic: str = "shop.debezium") -> None:
        """Start a connector whose `topic.prefix` is the topic."""
        super().__init__(registered=registered, topic=topic)

    def encode(self, column: Column, value: Value) -> Json:
        """Return Debezium's JSON value."""
        if isinstance(value, datetime):
            if column.kind == "timestamp":
                return value.strftime("%Y-%m-%dT%H:%M:%S.%f").rstrip("0").rstrip(".") + "Z"
            return RawNumber((value.replace(tzinfo=timezone.utc) - EPOCH) // timedelta(microseconds=1))
        return super().encode(column, value)

    def source(self, change: Change) -> dict[str, Json]:
        """Return `payload.source`; that of a snapshot has the snapshot's own time and position."""
        loaded = change.kind in ("snapshot", "load_ddl")
        return {
            "version": "3.3.0.Final",
            "connector": "mysql",
            "name": self.topic,
            "ts_ms": change.at,
            "snapshot": "true" if loaded else "false",
            "db": change.table.database if change.table else "",
            "sequence": None,
            "ts_us": change.at * 1000,
            "ts_ns": change.at * 1_000_000,
            "table": change.table.name if change.table else None,
            "server_id": 0 if loaded else 1,
            "gtid": None if loaded else f"{SERVER}:{change.transaction}",
            "file": FILE,
            "pos": change.sequence,
            "row": 0,
            "thread": None,
            "query": None,
        }

    def origin(self, change: Change) -> dict[str, object]:
        """Return what the event of a change says of table, time and order."""
        loaded = change.kind in ("snapshot", "load_ddl")
        return {
            **(names_of(change.table) if change.table else {}),
            "committed_at": change.at,
            "committed_at_basis": "reader" if loaded else self.basis,
            "source_position": f"{FILE}:{change.sequence}:0",
            "sequence_number": None if loaded else 3 * 10**26 + change.sequence * 10**10,
            "transaction_id": None if loaded else f"{SERVER}:{change.transaction}",
        }

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the messages of a row change: a moved row is deleted and created, with the other key in a header of each."""
        if not change.moves:
            yield self.changed(change, change.kind)
            if change.kind == "delete" and change.table.key:
                yield self.tombstone(change, self.kafka_key(change.table, change.before))
            return
        table = change.table
        former, moved = self.kafka_key(table, change.before), self.kafka_key(table, change.after)
        gone, come = replace(change, kind="delete", after=None), replace(change, kind="insert", before=None)
        yield replace(self.changed(gone, "update_before"), headers=(("__debezium.newkey", moved),))
        yield self.tombstone(gone, former)
        yield replace(self.changed(come, "update_after"), headers=(("__debezium.oldkey", former),))

    def changed(self, change: Change, op: str) -> Message:
        """Return the message of a row change; `op` is what it means."""
        table = change.table
        before, after = self.image(table, change.before), self.image(table, change.after)
        operation = OPERATIONS[change.kind]
        event = Event(
            "row_change",
            op,
            operation,
            before_complete=True if before else UNSTATED,
            after_complete=True if after else UNSTATED,
            column_types={column.name: column_type(column, DEBEZIUM_TYPES) for column in table.columns},
            **self.origin(change),
        )
        event = keyed(
            event, table.key, "kafka_key", before=image_texts(before), after=image_texts(after), registered=self.registered
        )
        payload = self.payload(change, operation, before, after)
        return self.message(change, "row", self.envelope(table, payload), event, key=self.kafka_key(table, change.before or change.after))

    def payload(self, change: Change, operation: str, before: Json = None, after: Json = None) -> dict[str, Json]:
        """Return a change without its schema."""
        return {
            "before": before,
            "after": after,
            "source": self.source(change),
            "transaction": None,
            "op": operation,
            "ts_ms": change.at + 577,
        }

    def envelope(self, table: Table, payload: dict[str, Json]) -> dict[str, Json]:
        """Return a change with its schema."""
        return {"schema": value_schema(self.topic, table, DEBEZIUM_TYPES, SOURCE_FIELDS), "payload": payload}

    def kafka_key(self, table: Table, row: Row) -> bytes | None:
        """Return the Kafka key: a Connect schema and the key's values; none for a table without a key."""
        if not table.key:
            return None
        payload = {name: self.encode(table.column(name), row[name]) for name in table.key}
        return json_text({"schema": key_schema(self.topic, table, DEBEZIUM_TYPES), "payload": payload}).encode()

    def tombstone(self, change: Change, key: bytes) -> Message:
        """Return the null value that follows a delete.

        What it says of the table is left open, and the key, too, where no registered format tells how to read it.
        """
        texts = image_texts(self.image(change.table, change.before))
        known = {"primary_key": {name: texts[name] for name in change.table.key}, "key_basis": "kafka_key"} if self.registered else {}
        event = null_value(**known)
        message = self.message(change, "row", None, event, key=key)
        return replace(message, document=None, value=None)

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE: an operation of its own, without key and images."""
        event = Event("truncate", "truncate", "t", **self.origin(change))
        yield self.message(change, "row", self.envelope(change.table, self.payload(change, "t")), event, partition_by=None)

    def statement(self, change: Change, kind: str, *, loaded: bool = False) -> Iterator[Message]:
        """Yield a message of the topic for schema changes, which is named as the connector."""
        table = change.table
        changes = [{"type": change.verb, "id": f'"{table.database}"."{table.name}"', "table": None}] if table else []
        payload = {
            "source": self.source(replace(change, kind="load_ddl" if loaded else kind)),
            "ts_ms": change.at + 577,
            "databaseName": table.database if table else "",
            "schemaName": None,
            "ddl": change.text,
            "tableChanges": changes,
        }
        # What a snapshot writes has been executed by nobody.
        meant = Event("marker" if loaded else kind, None, UNSTATED, ddl_text=None if loaded else change.text)
        event = replace(meant, **self.origin(replace(change, kind="load_ddl" if loaded else kind)))
        schema = {"type": "struct", "optional": False, "name": "io.debezium.connector.mysql.SchemaChangeValue", "version": 1}
        key = json_text({"databaseName": payload["databaseName"]}).encode()
        yield self.message(change, "ddl", {"schema": schema, "payload": payload}, event, key=key)

    def heartbeat(self, change: Change) -> Iterator[Message]:
        """Yield a heartbeat: the reader's clock and nothing else."""
        schema = {"type": "struct", "optional": False, "name": "io.debezium.connector.common.Heartbeat", "version": 1}
        key = json_text({"serverName": self.topic}).encode()
        yield self.message(change, "mark", {"schema": schema, "payload": {"ts_ms": change.at}}, Event("heartbeat"), key=key)
