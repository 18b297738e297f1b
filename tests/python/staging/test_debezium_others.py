"""Debezium's connector for MongoDB, and its changes as CloudEvents: messages after the documentation, and what becomes of them."""

from __future__ import annotations

from typing import Any

from atlas import Atlas, Page
from debezium_messages import change as made
from debezium_messages import record, with_schema

# Debezium 3.3 documentation, connector for MongoDB, change events.
MONGODB = {
    "version": "3.3.0.Final", "connector": "mongodb", "name": "fulfillment", "ts_ms": 1558965508000, "snapshot": "false", "db": "inventory",
    "collection": "customers", "rs": "rs0", "ord": 31, "lsid": None, "txnNumber": None, "wallTime": None,
}  # fmt: skip
ID = '{"$oid": "596e275826f08b2730779e1f"}'
KEY = {"id": ID}
DOCUMENT = """{
    "_id": {"$oid": "596e275826f08b2730779e1f"}, "name": "Anne", "credit": {"$numberDecimal": "1.10"}, "tags": [1, 2.5],
    "since": {"$date": 1558965508000}, "until": {"$date": {"$numberLong": "-1"}}, "on": {"$date": "2019-05-27T13:58:28Z"},
    "photo": {"$binary": {"base64": "AP8=", "subType": "00"}}, "old": {"$binary": "AP8=", "$type": "00"},
    "at": {"$timestamp": {"t": 1, "i": 2}}
}"""
UPDATED = '{"name": "Bea", "rate": 1.10}'
# The same documentation, emitting change event records in CloudEvents format.
CLOUD = {
    "id": "name:test_server;lsn:29274832;txId:565", "source": "/debezium/postgresql/test_server", "specversion": "1.0",
    "type": "io.debezium.connector.postgresql.DataChangeEvent", "time": "2020-01-13T13:55:39.738Z", "datacontenttype": "application/json",
    "iodebeziumconnector": "postgresql", "iodebeziumname": "test_server", "iodebeziumtsms": "1578923739738", "iodebeziumsnapshot": "false",
    "iodebeziumdb": "postgres", "iodebeziumschema": "s1", "iodebeziumtable": "a", "iodebeziumlsn": "29274832", "iodebeziumtxid": "565",
    "iodebeziumxmin": None, "iodebeziumsequence": '["29274700","29274832"]',
}  # fmt: skip


def document(op: str, before: object, after: object, **description: Any) -> dict[str, Any]:
    """Return a change of a document."""
    value = made(op, before, after, MONGODB)
    return value | {"updateDescription": {"removedFields": None, "truncatedArrays": None, **description} if description else None}


def cloud(op: str, data: object, **attributes: object) -> dict[str, Any]:
    """Return a CloudEvent."""
    return {**CLOUD, "iodebeziumop": op, **attributes, "data": data}


MESSAGES = [
    record(0, document("r", None, DOCUMENT), KEY, topic="o.customers"),
    # Without the document: capture.mode=change_streams. With it, what it says of the change does not count.
    record(1, document("u", None, None, updatedFields=UPDATED, removedFields=["tags"]), KEY, topic="o.customers"),
    record(2, document("u", None, DOCUMENT, updatedFields='{"name": "Cid"}'), KEY, topic="o.customers"),
    record(3, document("u", None, None, updatedFields='{"address.city": "Bonn"}'), KEY, topic="o.customers"),
    record(4, document("u", None, None, updatedFields="{}", truncatedArrays=["tags"]), KEY, topic="o.customers"),
    record(5, document("u", None, None, updatedFields=None, removedFields=["name"]), KEY, topic="o.customers"),
    record(6, document("u", None, None), KEY, topic="o.customers"),
    record(7, document("d", None, None), {"schema": {"name": "k"}, "payload": KEY}, topic="o.customers"),
    record(8, None, KEY, topic="o.customers"),
    record(9, document("c", None, '{"_id": 7, "n": {"$numberLong": "5"}}'), {"id": "7"}, topic="o.customers"),
    record(10, document("d", '{"_id": 7, "n": {"$numberLong": "5"}}', None), {"id": "7"}, topic="o.customers"),
    record(11, document("c", None, '{"_id": "7"'), {"id": '"7"'}, topic="o.customers"),
    # Names that come twice, or are none, stop no run.
    record(14, document("u", None, None, updatedFields='{"name": "Cid"}', removedFields=["name", "tags", "tags", None]), {"id": "3"},
           topic="o.customers"),
    record(15, document("u", None, None, updatedFields='{"name": "Cid", "name": "Bea"}', removedFields=["tags"]), {"id": "3"},
           topic="o.customers"),
    # A document has its key, whatever Kafka's is.
    record(12, document("c", None, '{"_id": {"$numberLong": "8"}, "n": 1}'), topic="o.customers"),
    record(13, document("u", '{"_id": 8, "n": 1}', '{"_id": 8, "n": 2}'), "text", topic="o.customers"),
    record(20, cloud("c", {"before": None, "after": {"pk": 1, "aa": 1.10}}), {"pk": 1}, topic="cloud"),
    record(21, cloud("u", with_schema({"before": {"pk": 1, "aa": 1}, "after": {"pk": 1, "aa": 2}}, "a", {"pk": "int32", "aa": "double"}),
                     iodebeziumsequence='["29274832","29274900"]', iodebeziumtxtotalorder="2"), {"pk": 1}, topic="cloud"),
    record(22, cloud("d", {"before": {"pk": 1, "aa": None}, "after": None}, iodebeziumsequence='["29274832","29275000"]'), {"pk": 1},
           topic="cloud"),
    record(23, cloud("c", None), {"pk": 1}, topic="cloud"),
    # The source's transaction and that of the transaction's metadata, under one name or two that differ in a letter's size.
    record(24, cloud("c", {"before": None, "after": {"pk": 2, "aa": 1}}, iodebeziumtxid=None, iodebeziumtxId="578"), {"pk": 2},
           topic="cloud"),
]  # fmt: skip
OID = "596e275826f08b2730779e1f"
ROW = {
    "_id": OID, "name": "Anne", "credit": "1.10", "tags": "[1,2.5]", "since": "1558965508000", "until": "-1", "on": "2019-05-27T13:58:28Z",
    "photo": "AP8=", "old": "AP8=", "at": '{"$timestamp":{"t":1,"i":2}}',
}  # fmt: skip
TYPES = {"_id": "objectId", "credit": "decimal", **dict.fromkeys(("since", "until", "on"), "date"), "photo": "binary", "old": "binary"}
DOCUMENTS, CLOUDS = "debezium_others/o\\.customers.inventory.customers", "debezium_others/cloud.postgres.s1.a"
# Offset, op, table, key, before, whether it is whole, after, whether it is whole.
EVENTS = [
    (0, "snapshot", DOCUMENTS, f"_id={OID}", None, None, ROW, True),
    (1, "update", DOCUMENTS, f"_id={OID}", None, None, {"_id": OID, "name": "Bea", "rate": "1.10", "tags": None}, False),
    (2, "update", DOCUMENTS, f"_id={OID}", None, None, ROW, True),
    (5, "update", DOCUMENTS, f"_id={OID}", None, None, {"_id": OID, "name": None}, False),
    (7, "delete", DOCUMENTS, f"_id={OID}", {"_id": OID}, False, None, None),
    (8, None, None, None, None, None, None, None),
    (9, "insert", DOCUMENTS, "_id=7", None, None, {"_id": "7", "n": "5"}, True),
    (10, "delete", DOCUMENTS, "_id=7", {"_id": "7", "n": "5"}, True, None, None),
    (12, "insert", DOCUMENTS, "_id=8", None, None, {"_id": "8", "n": "1"}, True),
    (13, "update", DOCUMENTS, "_id=8", {"_id": "8", "n": "1"}, True, {"_id": "8", "n": "2"}, True),
    (14, "update", DOCUMENTS, "_id=3", None, None, {"_id": "3", "name": "Cid", "tags": None}, False),
    (20, "insert", CLOUDS, "pk=1", None, None, {"pk": "1", "aa": "1.1"}, True),
    (21, "update", CLOUDS, "pk=1", {"pk": "1", "aa": "1"}, True, {"pk": "1", "aa": "2"}, True),
    (22, "delete", CLOUDS, "pk=1", {"pk": "1"}, False, None, None),
    (24, "insert", CLOUDS, "pk=2", None, None, {"pk": "2", "aa": "1"}, True),
]
DEAD = {**dict.fromkeys((3, 4, 6, 11, 23), "missing_image"), 15: "duplicate_column"}
VERSIONS = [
    (DOCUMENTS, f"_id={OID}", 1, "snapshot", ROW, False),
    (DOCUMENTS, f"_id={OID}", 2, "update", ROW | {"name": "Bea", "rate": "1.10", "tags": None}, False),
    (DOCUMENTS, f"_id={OID}", 3, "update", ROW, False),
    (DOCUMENTS, f"_id={OID}", 4, "update", ROW | {"name": None}, False),
    (DOCUMENTS, f"_id={OID}", 5, "delete", ROW | {"name": None}, True),
]
PAGE = Page("debezium_others", "", [MESSAGES])


def test_documents_and_cloudevents(atlas: Atlas) -> None:
    """Of topics that are not registered: each is told by its structure."""
    page = atlas.of(PAGE)
    events = {event["kafka_offset"]: event for event in page.events}
    assert {offset: events[offset]["error_code"] for offset in DEAD} == DEAD
    columns = ("op", "table_id", "row_key", "before", "before_complete", "after", "after_complete")
    found = [(offset, *(event[name] for name in columns)) for offset, event in sorted(events.items()) if offset not in DEAD]
    assert [event[:3] for event in found] == [event[:3] for event in EVENTS]
    for event, wanted in zip(found, EVENTS, strict=True):
        assert event == wanted
    assert [events[offset]["source_format"] for offset in (0, 20)] == ["debezium_mongodb", "debezium_cloudevents"]
    assert events[0]["column_types"] == TYPES and events[7]["column_types"] == {"_id": "objectId"}
    assert str(events[0]["committed_at"]) == "2019-05-27 13:58:28" and events[0]["source_position"] == "31"
    assert int(events[21]["sequence_number"]) == 29274832 * 10**19 + 29274900
    assert (events[21]["transaction_id"], events[21]["transaction_order"]) == ("565", 2)
    assert events[21]["column_types"] == {"pk": "int32", "aa": "double"}
    assert events[24]["transaction_id"] == "578"
    assert events[20]["committed_at_basis"] == "commit" and str(events[20]["committed_at"]).startswith("2020-01-13 13:55:39.738")
    history = page.rows("cdc_row_history", "table_id", "row_key", "version_number", "op", "row_image", "is_deleted")
    assert [row for row in history if row[1] == f"_id={OID}"] == VERSIONS
