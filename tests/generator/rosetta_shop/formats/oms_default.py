"""OceanBase OMS, Default: prevStruct, postStruct, allMetaData."""

from __future__ import annotations

from collections.abc import Iterator

from rosetta_shop.formats.base import Message, Writer, kafka_key
from rosetta_shop.formats.events import UNSTATED, Event, keyed, names_of
from rosetta_shop.formats.oms_values import oms_value, store_sequence, transaction_name
from rosetta_shop.jsontext import Json, image_text, image_texts
from rosetta_shop.model import Change, Column, Row, Table, Value

TENANT = "tenant_1"
DDL_TYPES = {
    "CREATE": "CREATE_TABLE",
    "ALTER": "ALTER_TABLE",
    "ERASE": "DROP_TABLE",
    "RENAME": "RENAME_TABLE",
    "CINDEX": "CREATE_INDEX",
    "DINDEX": "DROP_INDEX",
}


class OmsDefault(Writer):
    """Whole rows; times in whole seconds; key names and values joined by U+0001."""

    code = "oms_default"
    kinds = frozenset({"insert", "update", "delete", "snapshot", "truncate", "ddl", "heartbeat"})

    def encode(self, column: Column, value: Value) -> Json:
        """Return OMS's JSON value."""
        return oms_value(column, value)

    def struct(self, table: Table, row: Row | None) -> dict[str, Json] | None:
        """Return a row image as this format writes it."""
        return self.image(table, row)

    def types(self, table: Table) -> dict[str, str] | None:
        """Return the column types that the format tells."""
        return None

    def meta(self, change: Change, **more: Json) -> dict[str, Json]:
        """Return `allMetaData`; rows of the full load have no time and no sequence."""
        loaded, table, seconds = change.kind == "snapshot", change.table, str(change.at // 1000)
        meta: dict[str, Json] = {
            "checkpoint": None if loaded else seconds,
            "record_primary_key": None,
            "source_identity": "42" if loaded else "shop_subtopic",
            "record_primary_value": None,
            "dbType": "OB_MYSQL",
            "table_name": table.name if table else None,
            "db": f"{TENANT}.{table.database}" if table else None,
            "timestamp": None if loaded else seconds,
            **more,
        }
        if not loaded:
            meta["storeDataSequence"] = int(store_sequence(change.at, change.sequence)[0])
            meta["uniqueId"] = transaction_name(change.transaction)
        return meta

    def document(
        self, change: Change, operation: str, prev: Json, post: Json, **meta: Json
    ) -> dict[str, Json]:
        """Return a message with its fields in the vendor's order."""
        return {
            "allMetaData": self.meta(change, **meta),
            "prevStruct": prev,
            "recordType": operation,
            "postStruct": post,
        }

    def origin(self, change: Change) -> dict[str, object]:
        """Return what all events of a change share."""
        loaded = change.kind == "snapshot"
        text, number = store_sequence(change.at, change.sequence)
        return {
            **(names_of(change.table) if change.table else {}),
            "committed_at": None if loaded else change.at,
            "committed_at_basis": "none" if loaded else self.basis,
            "source_position": None if loaded else text,
            "sequence_number": None if loaded else number,
            "transaction_id": None if loaded else transaction_name(change.transaction),
        }

    def row(self, change: Change) -> Iterator[Message]:
        """Yield the message of a row change.

        The full load writes ROW, for one table INSERT without a time.
        """
        table = change.table
        operation = change.kind.upper()
        if change.kind == "snapshot":
            operation = "INSERT" if table.name == "products" else "ROW"
        before, after = self.image(table, change.before), self.image(table, change.after)
        key = {}
        if table.key:
            values = "\x01".join(image_text((before or after)[name]) or "" for name in table.key)
            key = {"record_primary_key": "\x01".join(table.key), "record_primary_value": values}
            if change.kind == "snapshot":
                key["checkpoint"] = values
        # If the registry says that a table has no key, its images count as whole.
        is_told = change.kind != "update" or (self.registered and not table.key)
        prev, post = self.struct(table, change.before), self.struct(table, change.after)
        event = Event(
            "row_change",
            change.kind,
            operation,
            before_complete=is_told and not table.key if before else UNSTATED,
            after_complete=is_told if after else UNSTATED,
            column_types=self.types(table),
            **self.origin(change),
        )
        event = keyed(
            event, table.key, "declared", before=image_texts(before), after=image_texts(after), registered=self.registered
        )
        document = self.document(change, operation, prev, post, **key)
        yield self.message(
            change, "row", document, event, key=kafka_key(table, change.before or change.after)
        )

    def statement_image(self, text: str) -> dict[str, Json]:
        """Return the image that holds a statement."""
        return {"ddl": text}

    def statement(self, change: Change, ddl_type: str, kind: str) -> Iterator[Message]:
        """Yield the message of a statement on a table."""
        document = self.document(
            change, "DDL", None, self.statement_image(change.text), ddlType=ddl_type
        )
        op = "truncate" if kind == "truncate" else None
        event = Event(kind, op, "DDL", ddl_text=change.text, **self.origin(change))
        yield self.message(change, "ddl", document, event)

    def ddl(self, change: Change) -> Iterator[Message]:
        """Yield a DDL message."""
        return self.statement(change, DDL_TYPES[change.verb], "ddl")

    def truncate(self, change: Change) -> Iterator[Message]:
        """Yield a TRUNCATE: a DDL message that its text tells from others."""
        return self.statement(change, "TRUNCATE_TABLE", "truncate")

    def heartbeat(self, change: Change) -> Iterator[Message]:
        """Yield a heartbeat."""
        document = self.document(change, "HEARTBEAT", None, None)
        yield self.message(
            change, "mark", document, Event("heartbeat", None, "HEARTBEAT", **self.origin(change))
        )
