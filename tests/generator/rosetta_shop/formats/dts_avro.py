"""Alibaba DTS, Avro: one record a change, values with their types, both published schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from rosetta_shop.encodings import EPOCH, as_text, base64_text, shortest_float
from rosetta_shop.formats.base import Message, Writer, partition_text
from rosetta_shop.formats.dts_avro_schema import LONG, NONE, SHORT, moment, record_bytes, value
from rosetta_shop.formats.events import UNSTATED, Event, keyed, names_of
from rosetta_shop.jsontext import Json, image_texts
from rosetta_shop.model import Change, Column, Row, Table, Transaction, Value

# kind of column: (MySQL's number of the type, the name that a reader has for it)
TYPES = {
    "int": (3, "int"),
    "bigint": (8, "bigint"),
    "ubigint": (8, "bigint"),
    "decimal": (246, "decimal"),
    "double": (5, "double"),
    "float": (4, "float"),
    "boolean": (1, "tinyint"),
    "varchar": (253, "varchar"),
    "text": (252, "blob"),
    "json": (245, "json"),
    "date": (10, "date"),
    "time": (11, "time"),
    "datetime": (12, "datetime"),
    "timestamp": (7, "timestamp"),
    "binary": (252, "blob"),
}
# A record without a meaning, as DTS puts them between others: no Avro, of 48 bytes.
FILLER = bytes(range(48))


class DtsAvro(Writer):
    """Whole images, but for order items only what an update changed; transactions between marks; fillers beside the heartbeats."""

    code = "dts_avro"
    kinds = frozenset({"insert", "update", "delete", "snapshot", "truncate", "ddl", "heartbeat", "transaction", "marker"})

    def encode(self, column: Column, value: Value) -> Json:
        """Return the text that a reader has for a value: times as they are written out, with six digits behind the second if any."""
        if isinstance(value, bytes):
            return base64_text(value)
        if column.kind == "timestamp" and isinstance(value, datetime):
            seconds, rest = divmod((value - EPOCH) // timedelta(microseconds=1), 1_000_000)
            return format(Decimal(seconds) + Decimal(rest).scaleb(-6), "f") if rest else str(seconds)
        text = as_text(column.kind, value)
        if isinstance(value, datetime | timedelta) and "." in text:
            whole, _, digits = text.partition(".")
            return f"{whole}.{digits:0<6}"
        return text

    def avro(self, column: Column, content: Value) -> Any:
        """Return a value of an image, None for NULL; long texts are in UTF-16."""
        text = as_text(column.kind, content) if not isinstance(content, bytes) else ""
        match content:
            case None:
                return None
            case bytes():
                return value("BinaryObject", type="blob", value=content)
            case float():
                number = shortest_float(content) if column.kind == "float" else content
                return value("Float", value=number, precision=0, scale=0)
            case bool() | int():
                return value("Integer", precision=len(text), value=text)
            case Decimal():
                return value("Decimal", value=text, precision=column.size, scale=column.scale)
            case datetime() if column.kind == "timestamp":
                seconds, rest = divmod((content - EPOCH) // timedelta(microseconds=1), 1_000_000)
                return value("Timestamp", timestamp=seconds, millis=rest)
            case datetime():
                clock = {"hour": content.hour, "minute": content.minute, "second": content.second, "millis": content.microsecond}
                return moment(year=content.year, month=content.month, day=content.day, **clock)
            case date():
                return moment(year=content.year, month=content.month, day=content.day)
            case timedelta():
                sign = -1 if content < timedelta() else 1
                seconds, rest = divmod(abs(content) // timedelta(microseconds=1), 1_000_000)
                parts = {"hour": seconds // 3600, "minute": seconds // 60 % 60, "second": seconds % 60, "millis": rest}
                return moment(**{part: sign * number for part, number in parts.items()})
        if column.kind == "json":
            return value("TextObject", type="json", value=text)
        charset, encoding = ("utf16", "utf-16-be") if column.kind == "text" else ("utf8mb4", "utf-8")
        return value("Character", charset=charset, value=text.encode(encoding))

    def avro_image(self, table: Table, row: Row | None, names: list[str] | None) -> list[Any] | None:
        """Return the values of a row, in the table's order; those of other columns are not in the image."""
        if row is None:
            return None
        return [self.avro(column, row.get(column.name)) if names is None or column.name in names else NONE for column in table.columns]

    def content(self, change: Change, operation: str, **more: Any) -> dict[str, Any]:
        """Return a record's content, by default without fields and images."""
        table = change.table
        name = ".".join(part.replace(".", "\\u002E") for part in (table.database, table.name)) if table else None
        return {
            "version": 1,
            "id": change.sequence,
            "sourceTimestamp": change.at // 1000,
            "sourcePosition": self.position(change),
            "safeSourcePosition": "",
            "sourceTxid": str(change.transaction),
            "source": {"sourceType": "MySQL", "version": "8.0.26"},
            "operation": operation,
            "objectName": name,
            "processTimestamps": [change.at + 5, change.at + 9],
            "tags": {"pk_uk_info": json.dumps({"PRIMARY": list(table.key)})} if table and table.key else {},
            "fields": None,
            "beforeImages": None,
            "afterImages": None,
            "bornTimestamp": change.at + 3,
            **more,
        }

    def row_content(self, change: Change) -> dict[str, Any]:
        """Return the content of a row change."""
        operation = "INIT" if change.kind == "snapshot" else change.kind.upper()
        return self.content(
            change,
            operation,
            fields=[{"name": column.name, "dataTypeNumber": TYPES[column.kind][0]} for column in change.table.columns],
            beforeImages=self.avro_image(change.table, change.before, None),
            afterImages=self.avro_image(change.table, change.after, self.sent_names(change)),
        )

    @staticmethod
    def position(change: Change) -> str:
        """Return the place of a change in the source's log."""
        return f"{change.sequence}@mysql-bin.000003"

    @staticmethod
    def sent_names(change: Change) -> list[str] | None:
        """Return the columns of the image after a change, None for all."""
        return [*change.table.key, *change.changed] if change.kind == "update" and change.table.name == "order_items" else None

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a change share."""
        return {
            **(names_of(change.table) if change.table else {}),
            "committed_at": change.at,
            "committed_at_basis": self.basis,
            "source_position": self.position(change),
            "sequence_number": change.sequence,
            "transaction_id": str(change.transaction),
        }

    def record(self, change: Change, route: str, content: dict[str, Any], *events: Event, **more: Any) -> Message:
        """Return a message; records of the payments are in the shorter schema."""
        variant = SHORT if change.table and change.table.name == "payments" else LONG
        return Message(route, change.at, None, record_bytes(content, variant), events, change.table, **more)

    def write(self, transaction: Transaction) -> Iterator[Message]:
        """Yield the messages of a transaction, between marks if it has several changes."""
        marked = len(transaction.changes) > 1 and transaction.changes[0].kind != "snapshot"
        if marked:
            yield self.mark(transaction.changes[0], "BEGIN", "transaction")
        yield from super().write(transaction)
        if marked:
            yield self.mark(transaction.changes[-1], "COMMIT", "transaction")

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change; one UPDATE tells of a row that moves to another key."""
        before = image_texts(self.image(change.table, change.before))
        after = image_texts(self.image(change.table, change.after, self.sent_names(change)))
        content = self.row_content(change)
        event = Event(
            "row_change",
            change.kind,
            content["operation"],
            before_complete=True if before else UNSTATED,
            after_complete=len(after) == len(change.table.columns) if after else UNSTATED,
            column_types={column.name: TYPES[column.kind][1] for column in change.table.columns},
            **self.origin(change),
        )
        event = keyed(event, change.table.key, "declared" if change.table.key else "registry", before=before, after=after)
        yield self.record(change, "row", content, event, partition_by=partition_text(change.table, change.before or change.after))

    def statement(self, change: Change, kind: str) -> Iterator[Message]:
        """Yield the message of a statement."""
        op = "truncate" if kind == "truncate" else None
        event = Event(kind, op, "DDL", ddl_text=change.text, **self.origin(change))
        yield self.record(change, "ddl", self.content(change, "DDL", afterImages=change.text), event)

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL message."""
        return self.statement(change, "ddl")

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE: a DDL message that its text tells from others."""
        return self.statement(change, "truncate")

    def mark(self, change: Change, operation: str, kind: str) -> Message:
        """Return a message that is about no table."""
        event = Event(kind, None, operation, **{**self.origin(change), "database_name": None, "table_name": None})
        return self.record(change, "mark", self.content(change, operation, objectName=None, tags={}), event)

    def heartbeat(self, change: Change) -> Iterator[Message]:
        """Yield a heartbeat and a filler."""
        yield self.mark(change, "HEARTBEAT", "heartbeat")
        yield Message("mark", change.at, None, FILLER, (Event("marker", None, None, source_position=None),))
