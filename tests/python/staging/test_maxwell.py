"""Maxwell's messages, as its documentation, Flink's tests and OceanBase OMS have them, and what becomes of them in events and history."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from atlas import Atlas, Page
from registry_text import registry_text

from rosetta_cdc.landing.kcat import Record


def record(offset: int, value: object, key: object = None, topic: str = "m") -> Record:
    """Return a record; what is no text becomes JSON."""
    texts = [None if part is None else (part if isinstance(part, str) else json.dumps(part)).encode() for part in (key, value)]
    return Record(topic, 0, offset, 1_700_000_000_000 + offset, "create", *texts)


def change(kind: str, data: object, old: object = None, **more: Any) -> dict[str, Any]:
    """Return a change of the documentation's table."""
    fields = {"database": "test", "table": "e", "type": kind, "ts": 1477053217, **more, "data": data}
    return fields if old is None else {**fields, "old": old}


def ddl(kind: str, sql: str, **more: object) -> dict[str, Any]:
    """Return a DDL statement, whose time is in milliseconds."""
    return {"type": kind, "database": "test", **more, "ts": 1477053126000, "sql": sql, "position": "master.000006:800050"}


def key(*ids: object, table: str = "e") -> dict[str, object]:
    """Return a Kafka key as Maxwell writes it by default."""
    return {"database": "test", "table": table, "pk.id": ids[0], **({"pk.part2": ids[1]} if len(ids) > 1 else {})}


SERVER = "0d1b7c6e-5f1c-11ee-9d2b-0242ac120002"
# Data format, INSERT: digits and the order of the fields as there.
INSERT = (
    '{"database":"test","table":"e","type":"insert","ts":1477053217,"xid":23396,"commit":true,"position":"master.000006:800911",'
    '"server_id":23042,"thread_id":108,"data":{"id":1,"m":4.2341,"c":"2016-10-21 05:33:37.523000","comment":"I am a creature of light."}}'
)
ROW = {"id": 1, "m": 5.444, "c": "2016-10-21 05:33:54.631000", "comment": "I am a creature of light."}
FORMER = {"m": 4.2341, "c": "2016-10-21 05:33:37.523000"}
TABLE: dict[str, Any] = {"database": "test", "table": "e", "columns": [{"type": "int", "name": "id"}], "primary-key": ["id"]}
# Encryption, examples.
SEALED = {
    "iv": "lqiXoTdz6jed3XgJPpa7EQ==",
    "bytes": "1soc4leskiIm6yuT2D49VA3AYVKCvN+0wh+8d1iwSZETK7N2pG4HDbqnVpJUUCOaKjpcPlP7Sc7Z3SPhGD5JeA==",
}
# A JSON column is written as it is, whatever numbers it holds; fractions beside it.
NESTED = (
    '{"database":"test","table":"e","type":"insert","ts":1477053217,'
    '"data":{"id":3,"m":1.10,"j":{"a":[1.10,2,"3"],"b":"1.10"},"s":["x","y"]}}'
)

MESSAGES = [
    record(0, INSERT, key(1)),
    record(1, change("update", ROW, FORMER, xid=23397, xoffset=0, position="master.000006:801000"), key(1)),
    # Several rows of one statement share a position, and the last row of a transaction has no offset.
    record(2, change("insert", {"id": 2, "m": None}, xid=23398, xoffset=0, position="master.000006:802000"), key(2)),
    record(3, change("insert", {"id": 4, "m": None}, xid=23398, xoffset=1, position="master.000006:802000"), key(4)),
    record(4, change("insert", {"id": 5, "m": None}, xid=23398, commit=True, position="master.000006:802000"), key(5)),
    # A key moves; Kafka's key is that of the row afterwards, here in its other form.
    record(5, change("update", {"id": 6, "m": 1}, {"id": 5, "m": None}, xid=23399, commit=True), '["test","e",[{"id":6}]]'),
    record(6, change("delete", {"id": 4, "m": None}, xid=23400, commit=True), key(4)),
    record(7, ddl("table-create", "create table test.e (id int primary key)", table="e", **{"def": TABLE}), "5c34a0a2"),
    record(8, ddl("table-alter", "alter table test.e add column torvalds bigint", table="e", old=TABLE, **{"def": TABLE})),
    record(9, ddl("database-create", "create database test", charset="utf8mb4")),
    record(10, {"database": "test", "table": "e", "type": "bootstrap-start", "ts": 1450557744, "data": {}, "comment": "nightly"}),
    record(11, change("bootstrap-insert", {"id": 1, "m": "7"}, position="master.000006:802500"), key(1)),
    record(12, {"database": "test", "table": "e", "type": "bootstrap-complete", "ts": 1450557744, "data": {}}, key(None)),
    record(13, NESTED, key(3)),
    record(14, None, key(3)),
    # A table without a key; a composite key; names of key columns in the message.
    record(15, change("insert", {"txt": "hello"}, table="t"), {"database": "test", "table": "t", "_uuid": "9bd4c3a6"}),
    record(16, change("insert", {"ID": 4, "Part2": "hello"}, table="p"), key(4, "hello", table="p")),
    record(17, change("insert", {"a": 1, "b": None}, table="q", primary_key=[1, "x"], primary_key_columns=["a"]), key(1, table="q")),
    # `output_naming_strategy` renames fields and columns, but not in the list of key columns.
    record(18, change("insert", {"orderId": 1, "shipTo": "x"}, table="r", serverId=7, threadId=8, primaryKeyColumns=["order_id"])),
    # More that can be switched on; zero dates as they are, or null.
    record(19, change("insert", {"id": 8, "d": "0000-00-00 00:00:00", "z": None}, xid=9, commit=True, gtid=f"{SERVER}:42", schema_id=17,
                      push_ts=1477053217.123456, query="insert into e values (8)"), key(8)),
    record(20, ddl("table-drop", "DROP TABLE `e` /* generated by server */", table="e")),
    # What cannot be read.
    record(30, change("insert", None, encrypted=SEALED), key(1), topic="x"),
    record(31, {"encrypted": SEALED}, topic="x"),
    record(32, {"database": "test", "table": "e", "reason": "RecordTooLargeException", "data": {"id": 1}}, key(1), topic="x"),
    record(33, change("merge", {"id": 1}), key(1), topic="x"),
    record(34, change("insert", {"id": 1}, ts="noon"), key(1), topic="x"),
    record(35, change("update", None, {"id": 1}), key(1), topic="x"),
    record(36, {"database": "test", "table": "e", "data": {"id": 1}}, key(1), topic="x"),
    record(37, change("insert", [1]), key(1), topic="x"),
    record(38, '{"database":"test","table":"e","type":"insert","ts":1,"data":{"id":1,"id":2}}', topic="x"),
    # What is too large, since 1.22.4 with its type: no row of nulls, no row that is gone.
    *(record(n, {"database": "test", "table": "e", "type": kind, "reason": "RecordTooLargeException", "data": {"id": 1}}, key(1), topic="x")
      for n, kind in enumerate(("insert", "update", "delete", "bootstrap-insert"), 39)),
    # The sink of Flink SQL: the row and the operation; the topic's name is the table's where the registry says so.
    *(record(n, {"data": row, "type": kind}, topic=topic) for topic in ("w.shop.orders", "x.unnamed") for n, (kind, row) in enumerate((
        ("insert", {"id": 1, "n": 1.5}), ("insert", {"id": 2, "n": None}), ("delete", {"id": 1, "n": 1.5}), ("insert", {"id": 1, "n": 2.5}),
        ("delete", {"id": 2, "n": None}),
    ))),
    record(5, {"type": "insert"}, topic="w.shop.orders"),
    # Without `old`, or with the former key alone, nothing tells what the row was (a session with binlog_row_image=MINIMAL).
    record(0, change("update", {"m": 1}), key(None), topic="s"),
    record(1, change("update", {"id": 7, "m": 1}, {"id": 6}), key(7), topic="s"),
    record(2, change("update", {"m": 2}, {"m": 1}, table="t"), {"database": "test", "table": "t", "_uuid": "9bd4c3a7"}, topic="s"),
    record(3, change("delete", {"txt": "bye"}, table="t"), {"database": "test", "table": "t", "_uuid": "9bd4c3a8"}, topic="s"),
    # A Kafka key of another table says nothing of the row.
    record(0, change("insert", {"id": 1, "order_id": 7}, table="lines"), {"database": "test", "table": "orders", "pk.id": 1}, topic="k"),
    record(1, change("insert", {"id": 1, "order_id": 7}, table="lines"), '["sales","lines",[{"id":1}]]', topic="k"),
    # A key that a filter has emptied names no row.
    record(2, change("insert", {"id": None, "m": 1}, table="f", primary_key=[None], primary_key_columns=["id"]), topic="k"),
    # A topic whose rows lack what is NULL: a column that `old` lacks is unchanged, or was NULL.
    record(0, change("insert", {"id": 1, "a": "x"}, table="n"), key(1, table="n"), topic="n"),
    record(1, change("update", {"id": 1, "b": "y"}, {"a": "x"}, table="n"), key(1, table="n"), topic="n"),
    record(2, change("update", {"id": 2, "b": "z"}, {"id": 1, "b": "y"}, table="n"), key(2, table="n"), topic="n"),
    record(3, change("delete", {"id": 2, "b": "z"}, table="n"), key(2, table="n"), topic="n"),
    # OceanBase OMS: xid is a text, old the whole row, key columns are always named.
    record(0, {"database": "test", "table": "o", "type": "update", "ts": 1477053217, "xid": "4095_17", "commit": True,
               "primary_key": [1], "primary_key_columns": ["id"], "data": {"id": 1, "n": "b", "m": 2},
               "old": {"id": 1, "n": "a", "m": 2}}, topic="o"),
]  # fmt: skip

# Offset, kind, op, table, key, order number, place in the transaction.
M, BY_STATEMENT = "maxwell_m.test.e", 6 * 10**26
LAST = 9999999999
EVENTS = [
    (0, "row_change", "insert", M, "id=1", BY_STATEMENT + 800911 * 10**10 + LAST, None),
    (1, "row_change", "update", M, "id=1", BY_STATEMENT + 801000 * 10**10, 0),
    (2, "row_change", "insert", M, "id=2", BY_STATEMENT + 802000 * 10**10, 0),
    (3, "row_change", "insert", M, "id=4", BY_STATEMENT + 802000 * 10**10 + 1, 1),
    (4, "row_change", "insert", M, "id=5", BY_STATEMENT + 802000 * 10**10 + LAST, None),
    (5, "row_change", "update", M, "id=6", None, None),
    (6, "row_change", "delete", M, "id=4", None, None),
    (7, "ddl", None, M, None, BY_STATEMENT + 800050 * 10**10, None),
    (8, "ddl", None, M, None, BY_STATEMENT + 800050 * 10**10, None),
    (9, "ddl", None, None, None, BY_STATEMENT + 800050 * 10**10, None),
    (10, "marker", None, M, None, None, None),
    (11, "row_change", "snapshot", M, "id=1", None, None),
    (12, "marker", None, M, None, None, None),
    (13, "row_change", "insert", M, "id=3", None, None),
    (14, "tombstone", None, M, "id=3", None, None),
    (15, "row_change", "insert", "maxwell_m.test.t", None, None, None),
    (16, "row_change", "insert", "maxwell_m.test.p", "id=4&part2=hello", None, None),
    (17, "row_change", "insert", "maxwell_m.test.q", "a=1", None, None),
    (18, "row_change", "insert", "maxwell_m.test.r", "orderId=1", None, None),
    (19, "row_change", "insert", M, "id=8", None, None),
    (20, "ddl", None, M, None, BY_STATEMENT + 800050 * 10**10, None),
]
DEAD = {
    30: "encrypted", 31: "encrypted", 32: "row_not_sent", 33: "unknown_operation", 34: "invalid_field", 35: "missing_image",
    36: "missing_field", 37: "wrong_type", 38: "duplicate_column", **dict.fromkeys(range(39, 43), "row_not_sent"),
}  # fmt: skip
AFTER = {"id": "1", "m": "5.444", "c": "2016-10-21 05:33:54.631000", "comment": "I am a creature of light."}
# Topic, offset -> the images and whether they are whole.
IMAGES = {
    ("m", 0): (None, None, AFTER | {"m": "4.2341", "c": "2016-10-21 05:33:37.523000"}, True),
    ("m", 1): (AFTER | {"m": "4.2341", "c": "2016-10-21 05:33:37.523000"}, False, AFTER, False),
    ("m", 5): ({"id": "5", "m": None}, False, {"id": "6", "m": "1"}, False),
    ("m", 6): ({"id": "4", "m": None}, False, None, None),
    ("m", 10): (None, None, None, None),
    ("m", 13): (None, None, {"id": "3", "m": "1.10", "j": '{"a":[1.10,2,"3"],"b":"1.10"}', "s": '["x","y"]'}, True),
    ("m", 19): (None, None, {"id": "8", "d": "0000-00-00 00:00:00", "z": None}, True),
    ("n", 0): (None, None, {"id": "1", "a": "x"}, True),
    ("n", 1): ({"a": "x"}, False, {"id": "1", "b": "y"}, True),
    ("n", 2): ({"id": "1", "b": "y"}, False, {"id": "2", "b": "z"}, True),
    ("n", 3): ({"id": "2", "b": "z"}, False, None, None),
    ("o", 0): ({"id": "1", "n": "a", "m": "2"}, False, {"id": "1", "n": "b", "m": "2"}, False),
    ("w.shop.orders", 0): (None, None, {"id": "1", "n": "1.5"}, True),
    ("w.shop.orders", 2): ({"id": "1", "n": "1.5"}, True, None, None),
    ("s", 0): (None, None, {"m": "1"}, False),
    ("s", 1): ({"id": "6"}, False, {"id": "7", "m": "1"}, False),
    ("s", 2): ({"m": "1"}, False, {"m": "2"}, False),
    ("s", 3): ({"txt": "bye"}, True, None, None),
}  # fmt: skip
# Key, version, op, what is left of the row, whether it is gone.
VERSIONS = [
    ("maxwell_n.test.n", "id=1", 1, "insert", {"id": "1", "a": "x"}, False),
    ("maxwell_n.test.n", "id=1", 2, "update", {"id": "1", "b": "y"}, False),
    ("maxwell_n.test.n", "id=1", 3, "update", {"id": "1", "b": "y"}, True),
    ("maxwell_n.test.n", "id=2", 1, "update", {"id": "2", "b": "z"}, False),
    ("maxwell_n.test.n", "id=2", 2, "delete", {"id": "2", "b": "z"}, True),
]
ROWS = [
    "1,,n,,maxwell,maxwell_n,,,,,absent_is_null=true,",
    r"2,,w\.(?<database>[^.]+)\.(?<table>[^.]+),,maxwell,maxwell_w,id,,,,,",
    *(f"{n},,{topic}.*,,maxwell,maxwell_{topic},,,,,," for n, topic in enumerate("mxos", 3)),
]
PAGE = Page("maxwell", registry_text(ROWS), [MESSAGES])


def test_messages_of_the_documentation(atlas: Atlas) -> None:
    """Of each kind, with all that can be switched on or left out; keys in each form; what cannot be read; rows without NULL."""
    page = atlas.of(PAGE)
    events = {(event["kafka_topic"], event["kafka_offset"]): event for event in page.events}
    columns = ("event_kind", "op", "table_id", "row_key", "sequence_number", "transaction_order")
    found = [(offset, *(event[name] for name in columns)) for (topic, offset), event in sorted(events.items()) if topic == "m"]
    assert found == EVENTS
    assert {offset: event["error_code"] for (topic, offset), event in events.items() if topic == "x"} == DEAD
    assert {event["error_code"] for (topic, _), event in events.items() if topic == "x.unnamed"} == {"missing_field"}
    assert events["w.shop.orders", 5]["error_code"] == "format_mismatch"
    keys = [(events["s", n]["key_basis"], events["s", n]["row_key"]) for n in range(3)]
    assert keys == [("kafka_key", None), ("kafka_key", "id=7"), ("none", None)]
    current = page.rows("cdc_current_rows", "table_id", "row_key", "row_image")
    assert [row for row in current if row[0].startswith("maxwell_w.")] == [("maxwell_w.shop.orders", "id=1", {"id": "1", "n": "2.5"})]
    for place, wanted in IMAGES.items():
        assert tuple(events[place][name] for name in ("before", "before_complete", "after", "after_complete")) == wanted, place
    of = {offset: event for (topic, offset), event in events.items() if topic == "m"}
    times = {offset: (str(of[offset]["committed_at"]), of[offset]["committed_at_basis"]) for offset in (0, 7, 11)}
    assert times == {
        0: ("2016-10-21 12:33:37", "statement"), 7: ("2016-10-21 12:32:06", "statement"), 11: ("2016-10-21 12:33:37", "reader"),
    }  # fmt: skip
    assert of[0]["transaction_id"] == "23396" and of[0]["source_position"] == "master.000006:800911"
    assert of[0]["source_metadata"] == {"commit": "true", "server_id": "23042", "thread_id": "108"}
    assert [of[offset]["key_basis"] for offset in (0, 15, 16, 17, 18)] == ["kafka_key", "none", "kafka_key", "declared", "declared"]
    assert of[5]["previous_row_key"] == "id=5" and events["n", 2]["previous_row_key"] == "id=1"
    assert of[8]["ddl_text"] == "alter table test.e add column torvalds bigint" and json.loads(of[8]["source_metadata"]["def"]) == TABLE
    assert of[9]["database_name"] == "test" and of[10]["source_metadata"] == {"comment": "nightly"}
    assert of[18]["source_metadata"] == {"server_id": "7", "thread_id": "8"}
    assert (of[19]["transaction_id"], str(of[19]["produced_at"])) == (f"{SERVER}:42", "2016-10-21 12:33:37.123456")
    assert of[19]["source_metadata"] == {"xid": "9", "commit": "true", "schema_id": "17", "query": "insert into e values (8)"}
    assert events["x", 32]["source_metadata"]["reason"] == "RecordTooLargeException"
    assert events["o", 0]["transaction_id"] == "4095_17"
    assert {(events["k", n]["table_id"], events["k", n]["key_basis"], events["k", n]["row_key"]) for n in (0, 1)} == {
        ("maxwell/k.test.lines", "none", None)
    }
    assert (events["k", 2]["key_basis"], events["k", 2]["row_key"]) == ("declared", None)
    history = page.rows("cdc_row_history", "table_id", "row_key", "version_number", "op", "row_image", "is_deleted")
    assert [row for row in history if row[0].startswith("maxwell_n.")] == VERSIONS
    # DROP TABLE ends every row.
    assert M in {row[0] for row in history} and M not in {row[0] for row in current}


# Flink, flink-json, maxwell-data.txt: digits as there. Flink makes two rows of an update, of `data` and of `old` laid over it; here it is
# one event with both.
PRODUCT = (
    '{{"database":"test","table":"product","type":"{}","ts":{},"xid":{},{},"data":{{"id":{},"name":"{}","weight":{}}}{},'
    '"primary_key_columns": ["id"]}}'
)
FLINK = [
    PRODUCT.format("insert", 1596684883, 7125, '"xoffset":0', 101, "scooter", "3.14", ""),
    PRODUCT.format("insert", 1596684883, 7125, '"xoffset":5', 106, "hammer", "1.0", ""),
    PRODUCT.format("insert", 1596684883, 7125, '"commit":true', 111, "scooter", "5.18", ""),
    PRODUCT.format("update", 1596684912, 7235, '"commit":true', 111, "scooter", "5.17", ',"old":{"weight":5.18}'),
    PRODUCT.format("delete", 1596684914, 7250, '"commit":true', 111, "scooter", "5.17", ""),
    PRODUCT.format("update", 1596684928, 7291, '"xoffset":0', 101, "scooter", "5.17", ',"old":{"weight":3.14}'),
]
OTHERS = [{"encrypted": SEALED}, {"database": "d", "table": "t", "reason": "too large", "data": {"id": 1}}]
OF_FLINK = Page("maxwell_flink", "", [[record(offset, message, topic="f") for offset, message in enumerate([*FLINK, *OTHERS])]])


def test_messages_of_flink(atlas: Atlas) -> None:
    """End in the rows that Flink has; the topic is not registered, and structure also tells what is encrypted or was not sent."""
    page = atlas.of(OF_FLINK)
    current = [(key, image["weight"]) for key, image in page.rows("cdc_current_rows", "row_key", "row_image")]
    assert current == [("id=101", "5.17"), ("id=106", "1.0")]
    kinds = Counter((event["source_format"], event["format_basis"], event["error_code"]) for event in page.events)
    assert kinds == {
        ("maxwell", "structure", "encrypted"): 1, ("maxwell", "structure", "row_not_sent"): 1, ("maxwell", "structure", None): 6,
    }  # fmt: skip
