"""Debezium's connectors for Vitess, Spanner and Cassandra: messages after the documentation, and what becomes of them."""

from __future__ import annotations

from typing import Any

from atlas import Atlas, Page
from debezium_messages import change, record
from registry_text import registry_text

ANNE: dict[str, Any] = {"id": 1, "first_name": "Anne", "last_name": "Kretchmar", "email": "annek@noanswer.org"}
MARIE = ANNE | {"first_name": "Anne Marie"}
KEY = {"id": 1}
# Debezium 3.3 documentation, connectors for Vitess, Spanner and Cassandra, data change events.
VGTID = '[{"keyspace":"commerce","shard":"80-","gtid":"MariaDB/0-54610504-47"}]'
VITESS = {
    "version": "3.3.0.Final", "connector": "vitess", "name": "my_sharded_connector", "ts_ms": 1559033904863, "snapshot": "false", "db": "",
    "sequence": None, "keyspace": "commerce", "table": "customers", "shard": "-80", "vgtid": VGTID,
}  # fmt: skip
SPANNER = {
    "version": "3.3.0.Final", "connector": "spanner", "name": "spanner_connector", "ts_ms": 1670955531785, "ts_us": 1670955531785000,
    "ts_ns": 1670955531785000000, "snapshot": "false", "db": "database", "sequence": "1", "project_id": "project",
    "instance_id": "instance", "database_id": "database", "change_stream_name": "stream", "table": "Users",
    "server_transaction_id": "tx 1",
    "low_watermark": 1670955471635, "read_at_timestamp": 1670955531791, "number_records_in_transaction": 2, "transaction_tag": "",
    "system_transaction": False, "value_capture_type": "OLD_AND_NEW_VALUES", "partition_token": "token", "mod_number": 0,
    "is_last_record_in_transaction_in_partition": True, "number_of_partitions_in_transaction": 1,
}  # fmt: skip
CASSANDRA = {
    "version": "3.3.0.Final", "connector": "cassandra", "cluster": "cassandra-cluster-1", "snapshot": False, "keyspace": "inventory",
    "table": "customers", "file": "commitlog-6-123456.log", "pos": 54, "ts_ms": 1562202942666382,
}  # fmt: skip
NONE = dict.fromkeys(ANNE)


def spanner(kind: str) -> dict[str, Any]:
    """Return Spanner's source with a value capture type."""
    return SPANNER | {"value_capture_type": kind}


def cassandra(op: str, pos: int, **cells: object) -> dict[str, Any]:
    """Return a change of Cassandra: a cell for each column that is given."""
    after: dict[str, Any] = dict.fromkeys(ANNE)
    after |= {name: {"value": value, "deletion_ts": None, "set": True} for name, value in cells.items()}
    return {"op": op, "ts_ms": 1562202942832, "after": after, "source": CASSANDRA | {"pos": pos}}


MESSAGES = [
    record(0, change("c", None, ANNE, VITESS), KEY, topic="v"),
    record(1, change("u", ANNE, MARIE, VITESS), KEY, topic="v"),
    record(2, change("d", MARIE, None, VITESS), KEY, topic="v"),
    record(0, change("c", None, ANNE, SPANNER), KEY, topic="s"),
    record(1, change("u", ANNE, MARIE, SPANNER), KEY, topic="s"),
    # What changed alone; a column that became NULL, and one that was NULL.
    record(2, change("u", NONE | KEY | {"email": "a@b"}, NONE | KEY | {"last_name": "K"}, SPANNER), KEY, topic="s"),
    record(3, change("u", None, NONE | KEY | {"email": "c@d"}, spanner("NEW_VALUES")), KEY, topic="s"),
    record(4, change("u", None, ANNE | {"email": None}, spanner("NEW_ROW")), KEY, topic="s"),
    record(5, change("d", NONE | KEY, None, spanner("NEW_ROW")), KEY, topic="s"),
    record(0, cassandra("i", 54, **ANNE), KEY, topic="c"),
    record(1, cassandra("u", 102, id=1, email="1.10"), KEY, topic="c"),
    record(2, cassandra("u", 110, id=1, last_name=None), KEY, topic="c"),
    record(3, cassandra("c", 120, id=1, first_name=1.10, last_name=["a", "b"]), KEY, topic="c"),
    record(4, cassandra("d", 130, id=1), KEY, topic="c"),
    record(5, cassandra("r", 140, id=1), KEY, topic="c"),
    record(6, {**cassandra("i", 150, **ANNE), "source": CASSANDRA | {"snapshot": True}}, KEY, topic="c"),
]
# Topic, offset, op, table, before, whether it is whole, after, whether it is whole.
ONE = {"id": "1"}
TEXTS, LATER = ANNE | ONE, MARIE | ONE
V, S, C = "vitess.commerce.customers", "spanner.database.Users", "cassandra.inventory.customers"
EVENTS = [
    ("c", 0, "upsert", C, None, None, TEXTS, True),
    ("c", 1, "update", C, None, None, ONE | {"email": "1.10"}, False),
    ("c", 2, "update", C, None, None, ONE | {"last_name": None}, False),
    ("c", 3, "upsert", C, None, None, ONE | {"first_name": "1.1", "last_name": '["a","b"]'}, False),
    ("c", 4, "delete", C, ONE, False, None, None),
    ("c", 6, "snapshot", C, None, None, TEXTS, True),
    ("s", 0, "insert", S, None, None, TEXTS, True),
    ("s", 1, "update", S, TEXTS, True, LATER, True),
    ("s", 2, "update", S, ONE | {"email": "a@b"}, False, ONE | {"email": None, "last_name": "K"}, False),
    ("s", 3, "update", S, None, None, ONE | {"email": "c@d"}, False),
    ("s", 4, "update", S, None, None, TEXTS | {"email": None}, True),
    ("s", 5, "delete", S, ONE, False, None, None),
    ("v", 0, "insert", V, None, None, TEXTS, True),
    ("v", 1, "update", V, TEXTS, True, LATER, True),
    ("v", 2, "delete", V, LATER, True, None, None),
]
VERSIONS = [
    (C, 1, "upsert", TEXTS, False), (C, 2, "update", TEXTS | {"email": "1.10"}, False),
    (C, 3, "update", TEXTS | {"email": "1.10", "last_name": None}, False),
    (C, 4, "upsert", TEXTS | {"email": "1.10", "first_name": "1.1", "last_name": '["a","b"]'}, False),
    (C, 5, "delete", TEXTS | {"email": "1.10", "first_name": "1.1", "last_name": '["a","b"]'}, True),
    (C, 6, "snapshot", TEXTS, False),
    (S, 1, "insert", TEXTS, False), (S, 2, "update", LATER, False), (S, 3, "update", LATER | {"email": None, "last_name": "K"}, False),
    (S, 4, "update", LATER | {"email": "c@d", "last_name": "K"}, False), (S, 5, "update", TEXTS | {"email": None}, False),
    (S, 6, "delete", TEXTS | {"email": None}, True),
    (V, 1, "insert", TEXTS, False), (V, 2, "update", LATER, False), (V, 3, "delete", LATER, True),
]  # fmt: skip
SOURCES = ("vitess", "spanner", "cassandra")
PAGE = Page(
    "debezium_connectors", registry_text(f"{n},,{source[0]},,debezium,{source},,,,,," for n, source in enumerate(SOURCES, 1)), [MESSAGES]
)


def test_vitess_spanner_and_cassandra(atlas: Atlas) -> None:
    """Each with all operations; images that hold what changed, cells; what cannot be read."""
    page = atlas.of(PAGE)
    events = {(event["kafka_topic"], event["kafka_offset"]): event for event in page.events}
    columns = ("op", "table_id", "before", "before_complete", "after", "after_complete")
    found = [(*place, *(event[name] for name in columns)) for place, event in sorted(events.items()) if event["event_kind"] == "row_change"]
    assert found == EVENTS
    assert {place: event["error_code"] for place, event in events.items() if event["event_kind"] == "dead_letter"} == {
        ("c", 5): "unknown_operation",
    }  # fmt: skip
    assert {event["row_key"] for event in events.values() if event["event_kind"] == "row_change"} == {"id=1"}
    columns = ("source_position", "transaction_id", "committed_at_basis", "committed_at")
    facts = {topic: tuple(str(events[topic, 0][name]) for name in columns) for topic in "vsc"}
    assert facts == {
        "v": (VGTID, "None", "statement", "2019-05-28 08:58:24.863000"),
        "s": ("tx 1 1 0", "tx 1", "commit", "2022-12-13 18:18:51.785000"),
        "c": ("commitlog-6-123456.log:54:0", "None", "statement", "2019-07-04 01:15:42.666382"),
    }
    history = page.rows("cdc_row_history", "table_id", "version_number", "op", "row_image", "is_deleted")
    assert history == VERSIONS
