"""OceanBase OMS, DataWorks 2.0: like DataWorks, with other names and one message for an update."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rosetta_shop.formats.base import Message, Writer, kafka_key
from rosetta_shop.formats.events import UNSTATED, Event, keyed, names_of
from rosetta_shop.formats.oms_values import LIGHT_TYPES, oms_value
from rosetta_shop.jsontext import Json, image_texts
from rosetta_shop.model import Change, Column, Table, Transaction, Value


class OmsDataWorks2(Writer):
    """`scn` is the text "null" in the full load, a number in text afterwards.

    Doubles have all their zeros.
    """

    code = "oms_dataworks_v2"
    kinds = frozenset(
        {"insert", "update", "delete", "truncate", "ddl", "heartbeat", "transaction", "marker"}
    )

    def encode(self, column: Column, value: Value) -> Json:
        """Return OMS's JSON value."""
        return oms_value(column, value, scientific=False)

    def write(self, transaction: Transaction) -> Iterator[Message]:
        """Yield the messages of a transaction, between marks if it has several row changes."""
        marked = len(transaction.changes) > 1 and transaction.changes[0].kind != "snapshot"
        if marked:
            yield self.mark(transaction.changes[0], "TRANSACTION_BEGIN", "transaction")
        yield from super().write(transaction)
        if marked:
            yield self.mark(transaction.changes[-1], "TRANSACTION_END", "transaction")

    def schema(self, table: Table, *, columns: bool = True) -> dict[str, Json]:
        """Return what a message says of its table."""
        return {
            "source": {
                "dbType": "ob_mysql",
                "dbVersion": None,
                "dbName": table.database,
                "schema": None,
                "table": table.name,
            },
            "column": [{"name": name, "type": kind} for name, kind in self.types(table).items()]
            if columns
            else None,
            "pk": list(table.key) if columns and table.key else None,
        }

    def types(self, table: Table) -> dict[str, str]:
        """Return the column types."""
        booleans = {column.name: "BOOLEAN" for column in table.columns if column.kind == "boolean"}
        return {column.name: LIGHT_TYPES[column.kind] for column in table.columns} | booleans

    def scn(self, change: Change) -> str | None:
        """Return the change's number, None in the full load."""
        return None if change.kind == "snapshot" else str(change.sequence)

    def document(
        self,
        change: Change,
        operation: str,
        schema: Json,
        *,
        before: Json = None,
        after: Json = None,
        ddl: Json = None,
    ) -> dict[str, Json]:
        """Return a message with its fields in the vendor's order."""
        payload = {
            "before": None if before is None else {"data": before},
            "after": None if after is None else {"data": after},
            "op": operation,
            "timestamp": {
                "eventTime": change.at,
                "systemTime": change.at + 795,
                "checkpointTime": change.at // 1000,
            },
            "ddl": ddl,
            "scn": self.scn(change) or "null",
        }
        return {
            "version": "2.0",
            "schema": schema,
            "payload": payload,
            "extend": {"load_fm": "shop"},
        }

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a change share."""
        scn = self.scn(change)
        return {
            **(names_of(change.table) if change.table else {}),
            "committed_at": change.at,
            "committed_at_basis": self.basis,
            "source_position": scn,
            "sequence_number": int(scn) if scn else None,
        }

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change; rows of the full load look like inserts."""
        op = "insert" if change.kind == "snapshot" else change.kind
        before, after = (
            self.image(change.table, change.before),
            self.image(change.table, change.after),
        )
        event = Event(
            "row_change",
            op,
            op.upper(),
            before_complete=True if before else UNSTATED,
            after_complete=True if after else UNSTATED,
            column_types=self.types(change.table),
            **self.origin(change),
        )
        event = keyed(
            event,
            change.table.key,
            "declared",
            before=image_texts(before),
            after=image_texts(after),
            registered=self.registered,
        )
        document = self.document(
            change, op.upper(), self.schema(change.table), before=before, after=after
        )
        yield self.message(
            change,
            "row",
            document,
            event,
            key=kafka_key(change.table, change.before or change.after),
        )

    def mark(self, change: Change, operation: str, kind: str, text: str = "") -> Message:
        """Return a message that is about no table."""
        nowhere = replace(change, table=None, kind="mark")
        schema = {"source": None, "column": None, "pk": None}
        document = self.document(nowhere, operation, schema, ddl={"text": text} if text else None)
        event = Event(
            kind, None, operation, ddl_text=UNSTATED if text else None, **self.origin(nowhere)
        )
        return self.message(nowhere, "mark", document, event)

    def statement(self, change: Change, operation: str, kind: str) -> Iterator[Message]:
        """Yield the message of a statement on a table."""
        schema = self.schema(change.table, columns=False)
        document = self.document(change, operation, schema, ddl={"text": change.text})
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
        """Yield a statement without rows, and a mark that is listed in the format only."""
        yield self.mark(change, "QUERY", "marker", change.text)
        yield self.mark(change, "GTID", "marker")

    def heartbeat(self, change: Change) -> Iterator[Message]:
        """Yield a heartbeat, which has neither schema nor images."""
        document = {
            "version": "2.0",
            "payload": {"timestamp": {"eventTime": change.at}, "op": "HEARTBEAT"},
        }
        order = {**self.origin(change), "source_position": None, "sequence_number": None}
        yield self.message(change, "mark", document, Event("heartbeat", None, "HEARTBEAT", **order))
