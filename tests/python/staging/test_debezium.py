"""Debezium's JSON: messages as its documentation has them, by connector, and what becomes of them in events and history."""

from __future__ import annotations

import base64

from atlas import Atlas, Page
from comparison import first_value
from debezium_messages import ANNE, KEY, MYSQL, ORACLE, PLACEHOLDER, POSTGRESQL, STRUCT, change, record, registry, with_schema

from rosetta_cdc.landing.kcat import Record

# Debezium 3.3 documentation, connector for SQL Server, data change events.
SQL_SERVER = {
    "version": "3.3.0.Final", "connector": "sqlserver", "name": "server1", "ts_ms": 1559729468470, "snapshot": "false", "db": "testDB",
    "schema": "dbo", "table": "customers", "change_lsn": "00000027:00000758:0003", "commit_lsn": "00000027:00000758:0005",
    "event_serial_no": "1",
}  # fmt: skip
# TiFlow, tests of its codec.
TICDC = {
    "version": "2.4.0.Final", "connector": "TiCDC", "name": "cluster", "ts_ms": 0, "snapshot": "false", "db": "test", "table": "t",
    "server_id": 0, "gtid": None, "file": "", "pos": 0, "row": 0, "thread": 0, "query": None, "commit_ts": 1, "cluster_id": "cluster",
}  # fmt: skip
NUMBER = 3 * 10**26 + 484 * 10**10
MARIE = ANNE | {"first_name": "Anne Marie"}
SECOND_OF_TRANSACTION = {"id": "f:9", "total_order": 2, "data_collection_order": 1}


ENUM = {"type": "string", "name": "io.debezium.data.Enum", "parameters": {"allowed": "a"}}
COLUMNS = {"id": "int32", "first_name": "string", "email": ENUM}
# Items of arrays have a type of their own.
PRICE = {"type": "bytes", "optional": True, "name": "org.apache.kafka.connect.data.Decimal", "parameters": {"scale": "2"}}
DAY = {"type": "int32", "optional": True, "name": "io.debezium.time.Date"}
OF_ARRAYS = {"id": "int32", **{name: {"type": "array", "items": items, "optional": True} for name, items in (("a", PRICE), ("b", DAY))}}
MESSAGES = [
    record(0, change("r", None, ANNE, MYSQL | {"snapshot": "first", "file": "mysql-bin.000003", "pos": 154}), KEY),
    record(1, with_schema(change("u", ANNE, MARIE, MYSQL), "m.inventory.customers", COLUMNS),
           {"schema": {"type": "struct", "name": "m.inventory.customers.Key"}, "payload": KEY}),
    # A changed key: the header's converter may write a schema where that of keys does not.
    record(2, change("d", MARIE, None, MYSQL | {"pos": 805}), KEY, newkey={"id": 1005}),
    record(3, None, KEY),
    record(4, change("c", None, MARIE | {"id": 1005}, MYSQL | {"pos": 805}, transaction=SECOND_OF_TRANSACTION),
           {"id": 1005}, oldkey={"schema": {"type": "struct"}, "payload": KEY}),
    record(5, change("c", None, ANNE | {"id": 7}, MYSQL | {"pos": 900, "snapshot": None}),
           {"id": 7}),
    record(6, change("t", None, None, MYSQL | {"pos": 950})),
    record(7, change("r", None, ANNE, MYSQL | {"snapshot": "incremental", "file": "", "pos": 0}), KEY),
    record(8, {"ts_ms": 1680104131000}, topic="__debezium-heartbeat.m"),
    record(9, {"status": "END", "id": "571", "event_count": 2, "data_collections": [{"data_collection": "s.a", "event_count": 2}],
               "ts_ms": 1}, topic="m.transaction"),
    record(10, {"source": MYSQL, "ts_ms": 1, "databaseName": "inventory", "schemaName": None, "ddl": "ALTER TABLE customers ADD c int",
                "tableChanges": [{"type": "ALTER"}]}, {"databaseName": "inventory"}, topic="m"),
    record(11, {"id": "c4", "aggregate_type": "Incremental Snapshot", "type": "COMPLETED", "additional_data": {"a": "b"}, "timestamp": 1},
           topic="n"),
    # Headers that do not tell the key: a delete and an insert.
    record(12, change("c", None, ANNE | {"id": 8}, MYSQL | {"pos": 980}), {"id": 8}),
    record(13, change("d", ANNE | {"id": 8}, None, MYSQL | {"pos": 1000}), {"id": 8}, newkey=STRUCT),
    record(14, change("c", None, ANNE | {"id": 9}, MYSQL | {"pos": 1000}), {"id": 9}, oldkey=STRUCT),
    # A snapshot sends what would make its tables anew.
    record(15, {"source": MYSQL | {"snapshot": "true"}, "ts_ms": 1, "databaseName": "inventory", "schemaName": None,
                "ddl": "DROP TABLE IF EXISTS `inventory`.`customers`", "tableChanges": [{"type": "DROP"}]},
           {"databaseName": "inventory"}, topic="m"),
    # TiCDC: an envelope without a schema; what it writes now and then to say how far it is. Told by their structure.
    record(16, {"payload": change("c", None, ANNE | {"id": 10}, TICDC)}, {"payload": {"id": 10}}, topic="ticdc"),
    record(17, {"payload": {"source": TICDC | {"db": "", "table": ""}, "ts_ms": 1701326309000, "transaction": None}}, topic="ticdc"),
    # Flink CDC: a snapshot that only its operation tells.
    record(18, change("r", None, ANNE | {"id": 11}, MYSQL), {"id": 11}),
    # SeaTunnel's sink.
    record(19, change("c", None, ANNE | {"id": 12}, {"schema": "", "database": "inventory", "table": "customers"}), {"id": 12}),
    # PostgreSQL: an update without `before`, one that lacks values which were not touched, a delete of REPLICA IDENTITY DEFAULT.
    record(20, change("c", None, {"id": 1, "note": "long", "n": [1, 2.5], "v": {"scale": 1, "value": "AQ=="}, "x": 1.10}, POSTGRESQL),
           {"id": 1}, topic="p.customers"),
    record(21, change("u", None, {"id": 1, "note": PLACEHOLDER, "n": list(PLACEHOLDER.encode())},
                      POSTGRESQL | {"sequence": '["24023128","24023200"]'}), {"id": 1}, topic="p.customers"),
    record(22, change("d", {"id": 1, "note": None, "n": None}, None, POSTGRESQL | {"sequence": '[null,"24023300"]'}),
           {"id": 1}, topic="p.customers"),
    record(23, {"op": "m", "ts_ms": 1, "source": POSTGRESQL, "message": {"prefix": "foo", "content": "Ymar"}},
           {"prefix": "foo"}, topic="p.message"),
    record(24, change("c", None, {"id": 9, "price": 1.10}, SQL_SERVER), {"id": 9}, topic="s.customers"),
    record(25, change("c", None, {"ID": "CQ=="}, ORACLE), None, topic="o.customers"),
    # A placeholder of the connector's own, as the registry says.
    record(26, change("c", None, {"id": 1, "note": "long", "n": "x"}, POSTGRESQL), {"id": 1}, topic="q.customers"),
    record(27, change("u", None, {"id": 1, "note": "gone", "n": base64.b64encode(b"gone").decode()},
                      POSTGRESQL | {"sequence": '["24023128","24023200"]'}), {"id": 1}, topic="q.customers"),
    record(28, change("u", None, {"id": 1, "note": '["gone"]', "n": list(b"gone"), "o": PLACEHOLDER},
                      POSTGRESQL | {"sequence": '["24023128","24023300"]'}), {"id": 1}, topic="q.customers"),
    record(29, with_schema(change("c", None, {"id": 2, "a": ["bg==", None], "b": [19723]}, POSTGRESQL), "p.public.customers", OF_ARRAYS),
           {"id": 2}, topic="p.customers"),
    # What cannot be read.
    record(30, change("z", None, ANNE, MYSQL), KEY, topic="x"),
    record(31, change("c", None, ANNE, MYSQL | {"ts_ms": "noon", "ts_us": None}), KEY, topic="x"),
    record(32, change("u", '{"_id": 1}', None, {"connector": "mongodb"}), KEY, topic="x"),
    record(33, change("c", None, ANNE, None), KEY, topic="x"),
    record(34, change("d", None, None, MYSQL), topic="x"),
]  # fmt: skip

# Offset, kind, op, table, key, order number, order in the transaction.
M, P, Q = "dbz_m.inventory.customers", "dbz_p.postgres.public.customers", "dbz_q.postgres.public.customers"
EVENTS = [
    (0, "row_change", "snapshot", M, "id=1004", None, None),
    (1, "row_change", "update", M, "id=1004", NUMBER, None),
    (2, "row_change", "update_before", M, "id=1004", 3 * 10**26 + 805 * 10**10, None),
    (3, "tombstone", None, None, "id=1004", None, None),
    (4, "row_change", "update_after", M, "id=1005", 3 * 10**26 + 805 * 10**10, 2),
    (5, "row_change", "insert", M, "id=7", 3 * 10**26 + 900 * 10**10, None),
    (6, "truncate", "truncate", M, None, 3 * 10**26 + 950 * 10**10, None),
    (7, "row_change", "snapshot", M, "id=1004", None, None),
    (8, "heartbeat", None, None, None, None, None),
    (9, "transaction", None, None, None, None, None),
    (10, "ddl", None, M, None, NUMBER, None),
    (11, "marker", None, None, None, None, None),
    (12, "row_change", "insert", M, "id=8", 3 * 10**26 + 980 * 10**10, None),
    (13, "row_change", "delete", M, "id=8", 3 * 10**26 + 1000 * 10**10, None),
    (14, "row_change", "insert", M, "id=9", 3 * 10**26 + 1000 * 10**10, None),
    (15, "marker", None, M, None, None, None),
    (16, "row_change", "insert", "debezium/ticdc.test.t", "id=10", None, None),
    (17, "heartbeat", None, None, None, None, None),
    (18, "row_change", "snapshot", M, "id=11", None, None),
    (19, "row_change", "insert", M, "id=12", None, None),
    (20, "row_change", "insert", P, "id=1", 24023119 * 10**19 + 24023128, None),
    (21, "row_change", "update", P, "id=1", 24023128 * 10**19 + 24023200, None),
    (22, "row_change", "delete", P, "id=1", 24023300, None),
    (23, "marker", None, P, None, 24023119 * 10**19 + 24023128, None),
    (24, "row_change", "insert", "dbz_s.testDB.dbo.customers", "id=9", None, None),
    (25, "row_change", "insert", "dbz_o.ORCLPDB1.DEBEZIUM.CUSTOMERS", None, None, None),
    (26, "row_change", "insert", Q, "id=1", 24023119 * 10**19 + 24023128, None),
    (27, "row_change", "update", Q, "id=1", 24023128 * 10**19 + 24023200, None),
    (28, "row_change", "update", Q, "id=1", 24023128 * 10**19 + 24023300, None),
    (29, "row_change", "insert", P, "id=2", 24023119 * 10**19 + 24023128, None),
]
DEAD = {30: "unknown_operation", 31: "invalid_field", 32: "wrong_type", 33: "missing_field", 34: "missing_image"}
# Offset, the images and whether they are whole; time and what it is the time of.
IMAGES = {
    1: (
        {"id": "1004", "first_name": "Anne", "email": "annek@noanswer.org"}, True,
        {"id": "1004", "first_name": "Anne Marie", "email": "annek@noanswer.org"}, True, "2016-06-09 16:56:51", "statement",
    ),
    18: (
        None, None, {"id": "11", "first_name": "Anne", "email": "annek@noanswer.org"}, True, "2016-06-09 16:56:51", "reader",
    ),
    20: (
        None, None, {"id": "1", "note": "long", "n": "[1,2.5]", "v": '{"scale":1,"value":"AQ=="}', "x": "1.1"}, True,
        "2019-05-28 08:58:24.863123", "commit",
    ),
    21: (None, None, {"id": "1"}, False, "2019-05-28 08:58:24.863123", "commit"),
    22: ({"id": "1"}, False, None, None, "2019-05-28 08:58:24.863123", "commit"),
    24: (None, None, {"id": "9", "price": "1.1"}, True, "2019-06-05 10:11:08.47", "commit"),
}  # fmt: skip
# Key, version, op, the first name or note, whether the row is gone.
VERSIONS = [
    (M, "id=1004", 1, "snapshot", "Anne", False), (M, "id=1004", 2, "update", "Anne Marie", False),
    (M, "id=1004", 3, "update_before", "Anne Marie", True),
    (M, "id=1004", 4, "snapshot", "Anne", False),
    (M, "id=1005", 1, "update_after", "Anne Marie", False), (M, "id=1005", 2, "truncate", "Anne Marie", True),
    (M, "id=11", 1, "snapshot", "Anne", False), (M, "id=12", 1, "insert", "Anne", False),
    (M, "id=7", 1, "insert", "Anne", False), (M, "id=7", 2, "truncate", "Anne", True),
    (M, "id=8", 1, "insert", "Anne", False), (M, "id=8", 2, "delete", "Anne", True), (M, "id=9", 1, "insert", "Anne", False),
    (P, "id=1", 1, "insert", "long", False), (P, "id=1", 2, "update", "long", False), (P, "id=1", 3, "delete", "long", True),
    (P, "id=2", 1, "insert", None, False),
    (Q, "id=1", 1, "insert", "long", False), (Q, "id=1", 2, "update", "long", False), (Q, "id=1", 3, "update", "long", False),
    ("dbz_s.testDB.dbo.customers", "id=9", 1, "insert", None, False),
    ("debezium/ticdc.test.t", "id=10", 1, "insert", "Anne", False),
]  # fmt: skip
PAGE = Page("debezium", registry("dbz"), [MESSAGES])


def test_messages_of_the_documentation(atlas: Atlas) -> None:
    """Of each kind and connector, registered or told by their structure; keys that move, values that were not sent, what cannot be read."""
    page = atlas.of(PAGE)
    events = {event["kafka_offset"]: event for event in page.events}
    columns = ("event_kind", "op", "table_id", "row_key", "sequence_number", "transaction_order")
    found = [(offset, *(events[offset][name] for name in columns)) for offset in sorted(events) if offset not in DEAD]
    assert found == EVENTS
    assert {offset: events[offset]["error_code"] for offset in DEAD} == DEAD
    assert {event["source_format"] for event in events.values()} == {"debezium"}
    for offset, wanted in IMAGES.items():
        event = events[offset]
        seen = (*(event[name] for name in ("before", "before_complete", "after", "after_complete")), str(event["committed_at"]).rstrip("0"))
        assert (*seen, event["committed_at_basis"]) == wanted, offset
    assert events[27]["after"] == {"id": "1"} and events[28]["after"] == {"id": "1", "o": PLACEHOLDER}
    assert events[1]["column_types"] == {"id": "int32", "first_name": "string", "email": "io.debezium.data.Enum(allowed=a)"}
    assert events[29]["after"] == {"id": "2", "a": '["bg==",null]', "b": "[19723]"}
    assert events[29]["column_types"] == {
        "id": "int32", "a": "array<org.apache.kafka.connect.data.Decimal(scale=2)>", "b": "array<io.debezium.time.Date>",
    }  # fmt: skip
    assert events[2]["pair_id"] == events[4]["pair_id"]
    assert events[9]["source_metadata"]["event_count"] == "2" and events[9]["transaction_id"] == "571"
    assert events[10]["ddl_text"] == "ALTER TABLE customers ADD c int"
    assert events[15]["ddl_text"] is None and events[15]["source_metadata"]["ddl"].startswith("DROP TABLE")
    assert events[23]["source_metadata"]["message.content"] == "Ymar"
    assert events[24]["source_position"] == "00000027:00000758:0005 00000027:00000758:0003 1"
    assert events[25]["source_position"] == "2122185:2122185:1" and events[25]["transaction_id"] == "6.28.807"
    history = page.rows("cdc_row_history", "table_id", "row_key", "version_number", "op", "row_image", "is_deleted")
    assert [(*row[:4], first_value(row[4], "first_name", "note"), row[5]) for row in history] == VERSIONS


def moved_row(table: str, number: object = None, note: object = None) -> list[Record]:
    """Return the messages of a row of PostgreSQL, REPLICA IDENTITY DEFAULT, whose key moves while a long value is not touched.

    `number` and `note` stand for what PostgreSQL does not log before the change.
    """
    source, topic = POSTGRESQL | {"table": table}, f"p.{table}"
    later = source | {"sequence": '["24023128","24023200"]'}
    return [
        record(0, change("c", None, {"id": 1, "n": 1, "note": "long"}, source), {"id": 1}, topic=topic),
        record(1, change("d", {"id": 1, "n": number, "note": note}, None, later), {"id": 1}, topic=topic, newkey={"id": 2}),
        record(2, None, {"id": 1}, topic=topic),
        record(3, change("c", None, {"id": 2, "n": 1, "note": PLACEHOLDER}, later), {"id": 2}, topic=topic, oldkey={"id": 1}),
    ]


# `default now()` is no value that the connector knows.
ZEROS = moved_row("three", 0, "") + moved_row("five", "1970-01-01T00:00:00.000000Z", "")
OF_MOVES = Page(
    "debezium_moves",
    registry("dbz_moves", "0,,p[.]four,,debezium,dbz_moves_p,,,,,replica_identity=default,"),
    [moved_row("one") + moved_row("two")[:2] + ZEROS + moved_row("four", 7, "none"), moved_row("two")[2:]],
)


def test_a_key_moves_while_values_are_not_sent(atlas: Atlas) -> None:
    """What both halves of the update lack comes from the row that has left, whether they arrive in one run or two.

    Of columns that are NOT NULL Debezium writes zero of their type for what was not logged, or their default, which the registry says.
    """
    image = {"id": "1", "n": "1", "note": "long"}
    moved = [
        ("id=1", "insert", image, True, False), ("id=1", "update_before", image, True, True),
        ("id=2", "update_after", image | {"id": "2"}, True, False),
    ]  # fmt: skip
    columns = ("table_id", "row_key", "op", "row_image", "image_complete", "is_deleted")
    history = atlas.of(OF_MOVES).rows("cdc_row_history", *columns)
    for table in ("one", "two", "three", "four", "five"):
        assert [row[1:] for row in history if row[0].endswith(f".{table}")] == moved, table
