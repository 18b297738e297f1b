"""Messages of AWS DMS as its guide and the tests of CrateDB's translator have them, and what becomes of them in events and history."""

from __future__ import annotations

import json
from typing import Any

from atlas import Atlas, Page
from registry_text import registry_text

from rosetta_cdc.landing.kcat import Record


def record(offset: int, value: object, topic: str = "d", key: str | None = "public.foo") -> Record:
    """Return a record; what is no text becomes JSON."""
    text = value if isinstance(value, str) else None if value is None else json.dumps(value)
    return Record(topic, 0, offset, 1_722_300_000_000 + offset, "create", key and key.encode(), text and text.encode())


def data(operation: str, row: object, *, details: dict[str, object] | None = None, **attributes: object) -> dict[str, Any]:
    """Return a row; with details as with IncludeTransactionDetails."""
    metadata = {
        "timestamp": "2024-07-29T00:58:17.983670Z", "record-type": "data", "operation": operation, "partition-key-type": "schema-table",
        "schema-name": "public", "table-name": "foo", **(details or {}),
    }  # fmt: skip
    return {"data": row, **{name.replace("_", "-"): value for name, value in attributes.items()}, "metadata": metadata}


def control(operation: str, described: object = None, table: str = "foo", schema: str = "public") -> dict[str, Any]:
    """Return a control record."""
    metadata = {
        "operation": operation, "partition-key-type": "task-id", "partition-key-value": "serv-res-id-1722195358878-yhru",
        "record-type": "control", "schema-name": schema, "table-name": table, "timestamp": "2024-07-29T00:30:47.258815Z",
    }  # fmt: skip
    return {"control": described or {}, "metadata": metadata}


def in_transaction(number: int, position: str, committed: str, order: int = 1) -> dict[str, object]:
    """Return the details of a change."""
    return {
        "commit-timestamp": committed, "stream-position": position, "transaction-id": number, "transaction-record-id": order,
        "prev-transaction-id": number - 1, "prev-transaction-record-id": 1,
    }  # fmt: skip


DEFINITION = {"table-def": {"columns": {"id": {"nullable": False, "type": "INT32"}}, "primary-key": ["id"]}}
LOADED = {"age": 30, "attributes": '{"foo": "bar"}', "id": 42, "name": "John"}
INSERTED = {"age": 31, "attributes": '{"baz": "qux"}', "id": 46, "name": "Jane"}
AT, LATER = "2024-07-29T00:58:17.974340Z", "2024-07-29T01:09:25.366257Z"
# The format JSON has several lines; digits stay, in a document of an object mapping as well.
LINES = """{
\t"data":\t{
\t\t"id":\t47,
\t\t"price":\t1.10,
\t\t"contact":\t{
\t\t\t"home":\t[1.10, 2, "3"]
\t\t}
\t},
\t"metadata":\t{
\t\t"timestamp":\t"2024-07-29T00:58:17.983670Z",
\t\t"record-type":\t"data",
\t\t"operation":\t"insert",
\t\t"schema-name":\t"public",
\t\t"table-name":\t"foo"
\t}
}"""

MESSAGES = [
    # CrateDB, commons-codec, tests of aws_dms. There a delete of PostgreSQL has NULL in what was not logged.
    record(0, control("drop-table")),
    record(1, control("create-table", DEFINITION)),
    record(2, data("load", LOADED)),
    record(3, data("insert", INSERTED, details=in_transaction(1139, "00000002/7C007178.3.00000002/7C007178", AT))),
    record(4, data("update", LOADED | {"age": 33}, details=in_transaction(1140, "00000002/7C007328.2", AT), before_image={})),
    record(5, data("update", INSERTED | {"id": 45}, details=in_transaction(1141, "00000002/7C0073F8.2", AT), before_image={"id": 46})),
    record(6, data("delete", dict.fromkeys(INSERTED) | {"id": 45}, details=in_transaction(1144, "00000002/840001D8", LATER))),
    record(7, control("create-table", table="awsdms_apply_exceptions", schema="")),
    record(8, LINES),
    # Without transaction details; control records that change no row; a row of one of the task's own tables; the end of the table.
    record(9, data("insert", {"id": 48}, details={"transaction-id": 87978110091475})),
    record(10, control("add-column")),
    record(11, control("rename-table")),
    record(12, control("resume-task", table="", schema="")),
    record(13, {"data": {"task": 1}, "metadata": data("insert", {})["metadata"] | {"table-name": "awsdms_status", "schema-name": ""}}),
    record(14, control("truncate-table")),
    record(15, data("insert", {"id": 49})),
    record(16, control("drop-table")),
    record(17, None),
    # The names of the guide's older editions.
    record(18, data("create", {"id": 50})),
    record(19, data("read", {"id": 51})),
    record(20, control("TruncateTable")),
    # What cannot be read.
    record(30, data("merge", {"id": 1}), topic="x"),
    record(31, data("insert", None), topic="x"),
    record(32, data("insert", {"id": 1}, details={"commit-timestamp": "noon"}), topic="x"),
    record(33, {"data": {"id": 1}, "metadata": {"record-type": "data", "schema-name": "public", "table-name": "foo"}}, topic="x"),
    record(34, {"FirstName": "Randy", "LastName": "Marsh", "StoreId": "5"}, topic="x"),
    record(35, data("insert", "a row"), topic="x"),
    record(36, '{"data":{"id":1,"id":2},"metadata":{"record-type":"data","operation":"insert"}}', topic="x"),
    # The image before the change under another name; in columns with a prefix; with a suffix, one part of the key left out.
    record(0, data("insert", {"a": 1, "b": 1, "c": "x"}), topic="n"),
    record(1, data("update", {"a": 1, "b": 2, "c": 1.10}, former_row={"b": 1, "c": 1.20}), topic="n"),
    record(0, data("insert", {"a": 1, "b": 1, "c": "x", "BI_a": None}), topic="p"),
    record(1, data("update", {"a": 2, "b": 1, "BI_a": 1, "BI_b": 1}), topic="p"),
    record(2, data("delete", {"a": 2, "b": 1, "BI_a": 2}), topic="p"),
    record(0, data("insert", {"a": 1, "b": 1, "c": "x"}), topic="s"),
    record(1, data("update", {"a": 1, "b": 2, "c": "y", "b_old": 1}), topic="s"),
    # A delete whose row stands in the image before the change alone.
    record(0, data("insert", {"id": 1}), topic="b"),
    record(1, data("delete", {}, before_image={"id": 1, "c": None}), topic="b"),
    record(2, data("delete", None, before_image={"id": 1}), topic="b"),
    # What an update lacks is unknown; where the registry says so, it was NULL or empty.
    record(0, data("insert", {"a": 1, "b": 1, "c": "x", "d": "y"}), topic="n2"),
    record(1, data("update", {"a": 1, "b": 1, "d": "z"}), topic="n2"),
    record(0, data("insert", {"a": 1, "b": 1, "c": "x", "d": "y"}), topic="u"),
    record(1, data("update", {"a": 1, "b": 1, "d": None}), topic="u"),
]  # fmt: skip

# Offset, kind, op, table, key, transaction, place in it.
F = "dms_d..public.foo"
EVENTS = [
    (0, "ddl", None, F, None, None, None),
    (1, "ddl", None, F, None, None, None),
    (2, "row_change", "snapshot", F, "id=42", None, None),
    (3, "row_change", "insert", F, "id=46", "1139", 1),
    (4, "row_change", "update", F, "id=42", "1140", 1),
    (5, "row_change", "update", F, "id=45", "1141", 1),
    (6, "row_change", "delete", F, "id=45", "1144", 1),
    (7, "marker", None, "dms_d.awsdms_apply_exceptions", None, None, None),
    (8, "row_change", "insert", F, "id=47", None, None),
    (9, "row_change", "insert", F, "id=48", "87978110091475", None),
    (10, "ddl", None, F, None, None, None),
    (11, "ddl", None, F, None, None, None),
    (12, "marker", "unknown", None, None, None, None),
    (13, "marker", None, "dms_d.awsdms_status", None, None, None),
    (14, "truncate", "truncate", F, None, None, None),
    (15, "row_change", "insert", F, "id=49", None, None),
    (16, "ddl", None, F, None, None, None),
    (17, "tombstone", None, None, None, None, None),
    (18, "row_change", "insert", F, "id=50", None, None),
    (19, "row_change", "snapshot", F, "id=51", None, None),
    (20, "truncate", "truncate", F, None, None, None),
]
DEAD = {
    30: "unknown_operation", 31: "missing_image", 32: "invalid_field", 33: "missing_field", 34: "format_mismatch", 35: "wrong_type",
    36: "duplicate_column",
}  # fmt: skip
JOHN = {"age": "30", "attributes": '{"foo": "bar"}', "id": "42", "name": "John"}
JANE = {"age": "31", "attributes": '{"baz": "qux"}', "id": "46", "name": "Jane"}
# Topic, offset -> the images and whether they are whole.
IMAGES = {
    ("d", 2): (None, None, JOHN, True),
    ("d", 4): (None, None, JOHN | {"age": "33"}, False),
    ("d", 5): ({"id": "46"}, False, JANE | {"id": "45"}, False),
    ("d", 6): ({"id": "45"}, False, None, None),
    ("d", 8): (None, None, {"id": "47", "price": "1.10", "contact": '{"home":[1.10,2,"3"]}'}, True),
    ("d", 13): (None, None, None, None),
    ("n", 1): ({"b": "1", "c": "1.2"}, False, {"a": "1", "b": "2", "c": "1.1"}, False),
    ("p", 0): (None, None, {"a": "1", "b": "1", "c": "x"}, True),
    ("p", 1): ({"a": "1", "b": "1"}, False, {"a": "2", "b": "1"}, False),
    ("p", 2): ({"a": "2", "b": "1"}, False, None, None),
    ("s", 1): ({"b": "1"}, False, {"a": "1", "b": "2", "c": "y"}, False),
    ("b", 1): ({"id": "1"}, False, None, None),
    ("b", 2): ({"id": "1"}, False, None, None),
    ("n2", 1): (None, None, {"a": "1", "b": "1", "d": "z"}, True),
    ("u", 1): (None, None, {"a": "1", "b": "1", "d": None}, False),
}  # fmt: skip
# Table, key, version, op, what is left of the row, whether it is gone.
VERSIONS = [
    (F, "id=42", 1, "snapshot", JOHN, False),
    (F, "id=42", 2, "update", JOHN | {"age": "33"}, False),
    (F, "id=42", 3, "truncate", JOHN | {"age": "33"}, True),
    (F, "id=45", 1, "update", JANE | {"id": "45"}, False),
    (F, "id=45", 2, "delete", JANE | {"id": "45"}, True),
    (F, "id=46", 1, "insert", JANE, False),
    (F, "id=46", 2, "update", JANE, True),
    (F, "id=49", 1, "insert", {"id": "49"}, False),
    (F, "id=49", 2, "drop", {"id": "49"}, True),
    ("dms_n2..public.foo", "a=1&b=1", 1, "insert", {"a": "1", "b": "1", "c": "x", "d": "y"}, False),
    ("dms_n2..public.foo", "a=1&b=1", 2, "update", {"a": "1", "b": "1", "d": "z"}, False),
    ("dms_u..public.foo", "a=1&b=1", 1, "insert", {"a": "1", "b": "1", "c": "x", "d": "y"}, False),
    ("dms_u..public.foo", "a=1&b=1", 2, "update", {"a": "1", "b": "1", "c": "x", "d": None}, False),
]
KEYS = ("id=42", "id=45", "id=46", "id=49")
# Topic -> key columns and options.
TOPICS = {
    "d": ("id", ""), "x": ("id", ""), "n": ("a|b", "before_image=former-row"), "p": ("a|b", "before_image_prefix=BI_"),
    "s": ("a|b", "before_image_suffix=_old"), "b": ("id", ""), "n2": ("a|b", "absent_is_null=true"), "u": ("a|b", ""),
}  # fmt: skip
RULES = [f"{n},,{name},,aws_dms,dms_{name},{key},,,,{options}," for n, (name, (key, options)) in enumerate(TOPICS.items(), 1)]
PAGE = Page("aws_dms", registry_text(RULES), [MESSAGES])


def test_messages_of_the_documentation(atlas: Atlas) -> None:
    """Of each kind, with details and without; the image before a change in each form; what an absent column is; what cannot be read."""
    page = atlas.of(PAGE)
    events = {(event["kafka_topic"], event["kafka_offset"]): event for event in page.events}
    columns = ("event_kind", "op", "table_id", "row_key", "transaction_id", "transaction_order")
    found = [(offset, *(event[name] for name in columns)) for (topic, offset), event in sorted(events.items()) if topic == "d"]
    assert found == EVENTS
    assert {offset: event["error_code"] for (topic, offset), event in events.items() if topic == "x"} == DEAD
    for place, wanted in IMAGES.items():
        assert tuple(events[place][name] for name in ("before", "before_complete", "after", "after_complete")) == wanted, place
    of = {offset: event for (topic, offset), event in events.items() if topic == "d"}
    times = {offset: (str(of[offset]["committed_at"]), of[offset]["committed_at_basis"]) for offset in (0, 2, 3)}
    assert times == {
        0: ("2024-07-29 00:30:47.258815", "reader"), 2: ("2024-07-29 00:58:17.983670", "reader"),
        3: ("2024-07-29 00:58:17.974340", "commit"),
    }  # fmt: skip
    assert str(of[3]["produced_at"]) == "2024-07-29 00:58:17.983670"
    assert of[3]["source_position"] == "00000002/7C007178.3.00000002/7C007178" and of[3]["sequence_number"] is None
    assert of[3]["source_metadata"] == {
        "metadata.record-type": "data", "metadata.partition-key-type": "schema-table", "metadata.prev-transaction-id": "1138",
        "metadata.prev-transaction-record-id": "1",
    }  # fmt: skip
    assert of[1]["source_op"] == "create-table" and json.loads(of[1]["source_metadata"]["control"]) == DEFINITION
    assert of[13]["source_metadata"]["data"] == '{"task":"1"}'
    assert {event["key_basis"] for event in of.values() if event["event_kind"] == "row_change"} == {"registry"}
    # A part of the key that did not change need not be sent.
    assert events["n", 1]["previous_row_key"] == events["s", 1]["previous_row_key"] == events["p", 1]["previous_row_key"] == "a=1&b=1"
    history = page.rows("cdc_row_history", "table_id", "row_key", "version_number", "op", "row_image", "is_deleted")
    found = [row for row in history if row[0].startswith(("dms_n2.", "dms_u.")) or (row[0] == F and row[1] in KEYS)]
    assert found == VERSIONS


UNREGISTERED = enumerate((data("load", LOADED), control("drop-table"), LINES))
OF_STRUCTURE = Page("aws_dms_untold", "", [[record(offset, message, topic="other") for offset, message in UNREGISTERED]])


def test_messages_of_topics_that_are_not_registered(atlas: Atlas) -> None:
    """Are told by their structure; their rows have no key."""
    page = atlas.of(OF_STRUCTURE)
    found = [(event["source_format"], event["event_kind"], event["key_basis"], event["row_key"]) for event in page.events]
    assert sorted(found) == [
        ("aws_dms", "ddl", "none", None), ("aws_dms", "row_change", "none", None), ("aws_dms", "row_change", "none", None),
    ]  # fmt: skip
