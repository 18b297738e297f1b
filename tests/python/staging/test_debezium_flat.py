"""Rows that Debezium's ExtractNewRecordState has flattened: each mode of deletes, added fields with and without the registry's help."""

from __future__ import annotations

import json
from typing import Any

from atlas import Atlas, Page
from debezium_messages import PLACEHOLDER, record
from registry_text import registry_text

# Debezium 3.3 documentation, New Record State Extraction.
ROW: dict[str, Any] = {"id": 1, "name": "Anne", "price": 1.10}
FIELDS = [{"field": "id", "type": "int32"}, {"field": "name", "type": "string"}, {"field": "price", "type": "double"}]
FIELDS.append({"field": "__op", "type": "string"})
PLACE = {"__connector": "mysql", "__file": "mysql-bin.000003", "__pos": 484, "__row": 0}
OTHER = ROW | {"id": 2}


def with_schema(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row in Connect's envelope."""
    return {"schema": {"type": "struct", "fields": FIELDS, "optional": False, "name": "server1.inventory.customers.Value"}, "payload": row}


MESSAGES = [
    # The default: nothing but the row; a deleted one is the tombstone.
    record(0, ROW, {"id": 1}, topic="plain.customers"),
    record(1, ROW | {"name": "Bea"}, {"id": 1}, topic="plain.customers"),
    record(2, None, {"id": 1}, topic="plain.customers"),
    record(3, {"schema": 1, "payload": "a row whose columns have these names"}, {"schema": 1}, topic="plain.odd"),
    # Names that are added beside a topic that names the table: its tombstone has the topic's alone.
    record(4, {"id": 9, "name": "Eve", "__op": "c", "__db": "inventory", "__table": "customers_2"}, {"id": 9}, topic="plain.customers"),
    record(5, None, {"id": 9}, topic="plain.customers"),
    # delete.tombstone.handling.mode=rewrite, add.fields=op,db,table,source.ts_ms,ts_ms,connector,file,pos,row
    record(10, OTHER | {"__deleted": "false", "__op": "r", "__source_ts_ms": 1465491411000, **PLACE}, {"id": 2}, topic="rewrite"),
    record(11, OTHER | {"name": None, "__deleted": "false", "__op": "u", "__db": "inventory", "__table": "customers",
                        "__source_ts_ms": 1465491411000, "__ts_ms": 1465491411815, **PLACE}, {"id": 2}, topic="rewrite"),
    record(12, OTHER | {"__deleted": "true", "__op": "d", "__table": "customers", "__db": "inventory", **PLACE, "__pos": 500}, {"id": 2},
           topic="rewrite"),
    record(13, {"id": 3, "name": PLACEHOLDER, "price": 1, "__deleted": "false", "__kind": "of the row"}, {"id": 3}, topic="rewrite"),
    record(14, with_schema(ROW | {"id": 4, "__op": "c"}), {"schema": {"name": "k"}, "payload": {"id": 4}}, topic="rewrite"),
    record(15, {"id": 4, "name": None, "price": None, "__deleted": "true"}, {"id": 4}, topic="rewrite"),
    # The converter's envelope of a row whose schema a transformation has dropped; a row with columns of these names.
    record(16, {"schema": None, "payload": ROW | {"id": 6, "__op": "c"}}, {"schema": None, "payload": {"id": 6}}, topic="rewrite"),
    record(17, {"schema": None, "payload": '{"id": 7}'}, {"id": 7}, topic="rewrite"),
    # An insert that a snapshot reads from the log, or a connector that knows no reads.
    record(18, ROW | {"id": 8, "__op": "c", "__snapshot": "true"}, {"id": 8}, topic="rewrite"),
    # Renamed fields without a prefix: add.fields=op:operation,source.ts_ms:changed_at,table, add.fields.prefix=
    record(20, {"id": 5, "op": "of the row", "operation": "c", "changed_at": 1465491411000, "table": "customers"}, {"id": 5},
           topic="renamed"),
    record(21, {"id": 5, "operation": "d", "changed_at": "soon", "table": "customers", "__deleted": "true"}, {"id": 5}, topic="renamed"),
    # __deleted has its name whatever the prefix; a column may be called deleted.
    record(22, {"id": 5, "deleted": 1, "operation": "u", "table": "customers", "__deleted": "false"}, {"id": 5}, topic="renamed"),
    record(23, {"id": 5, "deleted": 1, "table": "customers", "__deleted": "true"}, {"id": 5}, topic="renamed"),
    # What is no row.
    record(30, {"before": None, "after": ROW, "source": {}, "op": "c"}, {"id": 1}, topic="rewrite"),
    record(31, ROW | {"__op": "x"}, {"id": 1}, topic="rewrite"),
    record(34, ROW | {"__deleted": "yes", "__op": "d"}, {"id": 1}, topic="rewrite"),
    record(32, ROW, None, topic="plain.customers"),
    record(33, {}, {"id": 1}, topic="plain.customers"),
    # Of a topic that is not registered.
    record(40, ROW | {"__deleted": "false"}, {"id": 1}, topic="unregistered"),
    record(41, with_schema(ROW | {"__op": "u"}), {"id": 1}, topic="unregistered"),
]  # fmt: skip
RULES = [
    r"1,,plain\.(?<table>.+),,debezium_flat,flat_p,,,,,,",
    "2,,rewrite,,debezium_flat,flat_r,,,,,,",
    '3,,renamed,,debezium_flat,flat_n,,,,,"field_prefix=|add_fields=op:operation,source.ts_ms:changed_at, table",',
]
# Offset, op, table, key, after, whether it is whole, time, number.
NUMBER = 3 * 10**26 + 484 * 10**10
ANNE = {"id": "1", "name": "Anne", "price": "1.1"}
EVENTS = [
    (0, "upsert", "flat_p.customers", "id=1", ANNE, False, None, None),
    (1, "upsert", "flat_p.customers", "id=1", ANNE | {"name": "Bea"}, False, None, None),
    (2, None, "flat_p.customers", "id=1", None, None, None, None),
    (3, "upsert", "flat_p.odd", "schema=1", {"schema": "1", "payload": "a row whose columns have these names"}, False, None, None),
    (4, "insert", "flat_p.customers", "id=9", {"id": "9", "name": "Eve"}, True, None, None),
    (5, None, "flat_p.customers", "id=9", None, None, None, None),
    (10, "snapshot", None, "id=2", ANNE | {"id": "2"}, True, "2016-06-09 16:56:51", None),
    (11, "update", "flat_r.inventory.customers", "id=2", ANNE | {"id": "2", "name": None}, False, "2016-06-09 16:56:51", NUMBER),
    (12, "delete", "flat_r.inventory.customers", "id=2", None, None, None, NUMBER + 16 * 10**10),
    (13, "upsert", None, "id=3", {"id": "3", "price": "1", "__kind": "of the row"}, False, None, None),
    (14, "insert", None, "id=4", ANNE | {"id": "4"}, True, None, None),
    (15, "delete", None, "id=4", None, None, None, None),
    (16, "insert", None, "id=6", ANNE | {"id": "6"}, True, None, None),
    (17, "upsert", None, "id=7", {"schema": None, "payload": '{"id": 7}', "id": "7"}, False, None, None),
    (18, "snapshot", None, "id=8", ANNE | {"id": "8"}, True, None, None),
    (20, "insert", "flat_n.customers", "id=5", {"id": "5", "op": "of the row"}, True, "2016-06-09 16:56:51", None),
    (22, "update", "flat_n.customers", "id=5", {"id": "5", "deleted": "1"}, False, None, None),
    (23, "delete", "flat_n.customers", "id=5", None, None, None, None),
    (32, "upsert", "flat_p.customers", None, ANNE, False, None, None),
    (40, "upsert", None, "id=1", ANNE, False, None, None),
    (41, "update", None, "id=1", ANNE, False, None, None),
]
DEAD = {21: "invalid_field", 30: "format_mismatch", 31: "unknown_operation", 33: "missing_image", 34: "invalid_field"}
VERSIONS = [
    ("flat_p.customers", "id=1", 1, "upsert", "Anne", False), ("flat_p.customers", "id=1", 2, "upsert", "Bea", False),
    ("flat_p.customers", "id=1", 3, "tombstone", "Bea", True), ("flat_p.odd", "schema=1", 1, "upsert", None, False),
    ("flat_p.customers", "id=9", 1, "insert", "Eve", False), ("flat_p.customers", "id=9", 2, "tombstone", "Eve", True),
    ("flat_r.inventory.customers", "id=2", 1, "update", None, False), ("flat_r.inventory.customers", "id=2", 2, "delete", "Anne", True),
    ("flat_n.customers", "id=5", 1, "insert", None, False),
    ("flat_n.customers", "id=5", 2, "update", None, False), ("flat_n.customers", "id=5", 3, "delete", None, True),
]  # fmt: skip
PAGE = Page("debezium_flat", registry_text(RULES), [MESSAGES])


def test_flattened_rows(atlas: Atlas) -> None:
    """Every field of the events, and the history."""
    page = atlas.of(PAGE)
    events = {event["kafka_offset"]: event for event in page.events}
    assert {offset: events[offset]["error_code"] for offset in DEAD} == DEAD
    columns = ("op", "table_id", "row_key", "after", "after_complete")
    found = [
        (
            offset,
            *(event[name] for name in columns),
            event["committed_at"] and str(event["committed_at"]),
            event["sequence_number"] and int(event["sequence_number"]),
        )
        for offset, event in sorted(events.items())
        if offset not in DEAD
    ]
    assert found == EVENTS
    assert {event["source_format"] for event in events.values()} == {"debezium_flat"}
    assert events[12]["before"] == ANNE | {"id": "2"} and events[12]["before_complete"] is False
    assert events[15]["before"] == {"id": "4"}
    assert events[14]["column_types"] == {"id": "int32", "name": "string", "price": "double"}
    assert events[11]["source_metadata"]["file"] == "mysql-bin.000003"
    history = page.rows("cdc_row_history", "table_id", "row_key", "version_number", "op", "row_image", "is_deleted")
    found = [(*row[:4], row[4].get("name"), row[5]) for row in history]
    assert sorted(found, key=json.dumps) == sorted(VERSIONS, key=json.dumps)
