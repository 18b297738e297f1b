"""Alibaba DataWorks, real-time synchronisation of whole databases: schema, payload, version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rosetta_shop.formats.base import Message, Writer, kafka_key
from rosetta_shop.formats.dataworks_values import dataworks_types, dataworks_value
from rosetta_shop.formats.events import UNSTATED, Event, keyed
from rosetta_shop.formats.row_numbers import RowNumbers
from rosetta_shop.jsontext import Json, RawNumber, image_texts
from rosetta_shop.model import Change, Column, Row, Table, Transaction, Value

TASK_START = 1714860000000

# The halves of these tables' updates come as two messages; the second spelling is a newer one.
SPLIT = {"order_items": "UPDATE_BEFOR", "customers": "UPDATE_BEFORE"}
JAVA_OBJECT = "rO0ABXNyABFqYXZhLmxhbmcuSW50ZWdlcg=="


class DataWorks(Writer):
    """Numbers as JSON numbers, decimals as text under the type DOUBLE, every date and time as
    milliseconds.
    """

    code = "dataworks_v1"
    kinds = frozenset(
        {
            "insert",
            "update",
            "update_before",
            "update_after",
            "delete",
            "snapshot",
            "truncate",
            "ddl",
            "heartbeat",
            "transaction",
            "marker",
        }
    )

    def __init__(self, *, registered: bool = True) -> None:
        """Start a synchronisation task."""
        super().__init__(registered=registered)
        self.numbers = RowNumbers()

    def encode(self, column: Column, value: Value) -> Json:
        """Return DataWorks' JSON value."""
        return dataworks_value(value)

    def write(self, transaction: Transaction) -> Iterator[Message]:
        """Yield the messages of a transaction, between marks if it has several row changes."""
        marked = len(transaction.changes) > 1 and transaction.changes[0].kind != "snapshot"
        if marked:
            yield self.mark(transaction.changes[0], "TRANSACTION_BEGIN", "transaction")
        yield from super().write(transaction)
        if marked:
            yield self.mark(transaction.changes[-1], "TRANSACTION_END", "transaction")

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change, two for an update of a table with split updates."""
        extra = self.surrogate(change)
        before, after = (
            self.data(change, change.before, extra),
            self.data(change, change.after, extra),
        )
        spelling = SPLIT.get(change.table.name)
        if change.kind != "update":
            operation = "INSERT" if change.kind == "snapshot" else change.kind.upper()
            yield self.row_message(change, operation, change.kind, extra, before, after)
        elif spelling is None:
            yield self.row_message(change, "UPDATE_AFTER", "update", extra, before, after)
        else:
            yield self.row_message(change, spelling, "update_before", extra, before, None)
            yield self.row_message(
                replace(change, before=None), "UPDATE_AFTER", "update_after", extra, None, after
            )

    def surrogate(self, change: Change) -> tuple[str, str, Json] | None:
        """Return (name, type, value) of the column that stands in for a missing key, None for a
        table with one.
        """
        if change.table.key:
            return None
        number = self.numbers.number(change)
        if change.table.product == "Oracle":
            return ("rowid", "STRING", f"AAIUMPAAFAAC{number:06d}")
        return ("#alibaba_rds_row_id#", "LONG", RawNumber(number))

    def data(
        self, change: Change, row: Row | None, extra: tuple[str, str, Json] | None
    ) -> dict[str, Json] | None:
        """Return a row's JSON values with the surrogate key."""
        image = self.image(change.table, row)
        if image is not None and extra:
            image[extra[0]] = extra[2]
        return image

    def row_message(
        self,
        change: Change,
        operation: str,
        op: str,
        extra: tuple[str, str, Json] | None,
        before: dict[str, Json] | None,
        after: dict[str, Json] | None,
    ) -> Message:
        """Return the message of one row image or of both."""
        types = dataworks_types(change.table) | ({extra[0]: extra[1]} if extra else {})
        table = {
            "dataColumn": [{"name": name, "type": kind} for name, kind in types.items()],
            "primaryKey": list(change.table.key) or None,
            "source": self.source(change.table),
        }
        document = self.document(change, operation, table, before=before, after=after)
        event = Event(
            "row_change",
            op,
            operation,
            before_complete=True if before else UNSTATED,
            after_complete=True if after else UNSTATED,
            column_types=types,
            **self.origin(change),
        )
        names = change.table.key or ((extra[0],) if extra else ())
        basis = "declared" if change.table.key else "surrogate"
        event = keyed(event, names, basis, before=image_texts(before), after=image_texts(after))
        return self.message(
            change,
            "row",
            document,
            event,
            key=kafka_key(change.table, change.before or change.after),
        )

    def document(
        self,
        change: Change,
        operation: str,
        table: Json,
        *,
        before: Json = None,
        after: Json = None,
        ddl: Json = None,
        sequence: bool = True,
    ) -> dict[str, Json]:
        """Return a message with its fields in the vendor's order."""
        loaded = change.kind == "snapshot"
        payload = {
            "before": None if before is None else {"dataColumn": before},
            "after": None if after is None else {"dataColumn": after},
            "sequenceId": self.sequence(change) if sequence else None,
            "timestamp": {
                "eventTime": -1 if loaded else change.at,
                "systemTime": change.at + 977,
                "checkpointTime": -1 if loaded else change.at,
            },
            "op": operation,
            "ddl": ddl,
        }
        if change.table and change.table.product == "Oracle":
            payload["scn"] = str(8_000_000 + change.sequence)
        return {"schema": table, "payload": payload, "version": "0.0.1"}

    def source(self, table: Table) -> dict[str, Json]:
        """Return where a table lies."""
        source: dict[str, Json] = {
            "dbType": table.product,
            "dbVersion": "8.0",
            "dbName": table.database,
        }
        return {
            **source,
            **({"schemaName": table.schema} if table.schema else {}),
            "tableName": table.name,
        }

    def sequence(self, change: Change) -> str:
        """Return `sequenceId`: the task's start and a counter, -1 in the full load."""
        return "-1" if change.kind == "snapshot" else f"{TASK_START}{change.sequence:06d}"

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a change share."""
        sequence, table = self.sequence(change), change.table
        return {
            "database_name": table.database if table else None,
            "schema_name": table.schema if table else None,
            "table_name": table.name if table else None,
            "committed_at": None if sequence == "-1" else change.at,
            "committed_at_basis": "none" if sequence == "-1" else self.basis,
            "source_position": sequence,
            "sequence_number": None if sequence == "-1" else int(sequence),
        }

    def mark(
        self, change: Change, operation: str, kind: str, *, sequence: bool = True, text: str = ""
    ) -> Message:
        """Return a message that is about no table: transaction marks, heartbeats, statements."""
        nowhere = replace(change, table=None, kind="mark")
        table = {"dataColumn": None, "primaryKey": None, "source": None}
        ddl = {"text": text, "ddlMeta": JAVA_OBJECT} if text else None
        document = self.document(nowhere, operation, table, ddl=ddl, sequence=sequence)
        if not sequence:
            del document["payload"]["timestamp"]["systemTime"]
        order = {} if sequence else {"source_position": None, "sequence_number": None}
        event = Event(
            kind,
            None,
            operation,
            ddl_text=UNSTATED if text else None,
            **{**self.origin(nowhere), **order},
        )
        return self.message(nowhere, "mark", document, event)

    def statement(self, change: Change, operation: str, kind: str) -> Iterator[Message]:
        """Yield the message of a statement on a table."""
        table = {"dataColumn": None, "primaryKey": None, "source": self.source(change.table)}
        document = self.document(
            change, operation, table, ddl={"text": change.text, "ddlMeta": JAVA_OBJECT}
        )
        op = "truncate" if kind == "truncate" else None
        event = Event(kind, op, operation, ddl_text=change.text, **self.origin(change))
        yield self.message(change, "ddl", document, event)

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL message."""
        return self.statement(change, change.verb, "ddl")

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE."""
        return self.statement(change, "TRUNCATE", "truncate")

    def query(self, change: Change) -> Iterator[Message]:
        """Yield a statement without rows, and marks that are listed in the format but hardly
        described.
        """
        yield self.mark(change, "QUERY", "marker", text=change.text)
        yield self.mark(change, "GTID", "marker")
        yield self.mark(change, "XACOMMIT", "transaction")

    def heartbeat(self, change: Change) -> Iterator[Message]:
        """Yield a heartbeat."""
        yield self.mark(change, "MHEARTBEAT", "heartbeat", sequence=False)
