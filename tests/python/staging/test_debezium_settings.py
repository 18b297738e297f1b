"""Debezium's JSON from tools that are set in other ways, statements that drop tables, and a transaction that is sent again."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from atlas import Atlas, Page
from debezium_messages import ANNE, KEY, MYSQL, PLACEHOLDER, change, record, registry, with_schema
from registry_text import registry_text

# CockroachDB, changefeed messages, envelope=enriched.
COCKROACHDB = {
    "changefeed_sink": "kafka", "cluster_id": "38269e9c", "database_name": "movr", "db_version": "v25.2.0", "job_id": "1",
    "mvcc_timestamp": "1751407136710963868.0000000000", "origin": "cockroachdb", "primary_keys": ["id"], "schema_name": "public",
    "table_name": "accounts", "ts_hlc": "1751407136710963868.0000000000", "ts_ns": 1751407136710963868,
}  # fmt: skip
ROUTED = [{"id": 1, "__dbz__physicalTableIdentifier": f"{server}.inventory.customers"} for server in ("a", "b")]
OPTIONS = {"prices": "decimal_format=NUMERIC", "hex": "unavailable_value=hex:5f5f6e6f", ".*": ""}
DECIMAL = {"type": "bytes", "name": "org.apache.kafka.connect.data.Decimal", "version": 1, "parameters": {"scale": "2"}}
PRICED = [
    with_schema(change("c", None, {"id": 1, "price": price}, MYSQL), "m.inventory.customers", {"id": "int32", "price": DECIMAL})
    for price in (1234, "AeI=")
]
# The placeholder in arrays of floats, booleans and decimals (Debezium, UnchangedToastedPlaceholder).
OCTETS = PLACEHOLDER.encode()
DECIMALS = [b64encode(bytes([octet])).decode() for octet in OCTETS]
ARRAYS: dict[str, Any] = {"floats": [float(octet) for octet in OCTETS], "booleans": [True for _ in OCTETS], "decimals": DECIMALS}
SHARDED = [change("c", None, ANNE | {"id": 1}, MYSQL | {"name": server}) for server in "ab"]
OF_SETTINGS = Page(
    "debezium_settings",
    registry_text(f"{number},,m[.]{topic},,debezium,dbz_set,,,,,{option}," for number, (topic, option) in enumerate(OPTIONS.items(), 1)),
    [[
        record(0, PRICED[0], {"id": 1}, topic="m.prices"),
        record(1, PRICED[1], {"id": 1}, topic="m.c"),
        record(2, change("u", None, {"id": 1, "t": "__no", "b": "X19ubw==", "c": "no"}, MYSQL), {"id": 1}, topic="m.hex"),
        *[record(number, value, key, topic="m.shards") for number, (value, key) in enumerate(zip(SHARDED, ROUTED, strict=True), 3)],
        record(5, change("c", None, {"id": 1}, COCKROACHDB), {"id": 1}, topic="m.accounts"),
        record(6, change("u", None, {"id": 1, "kept": [True] * 27} | ARRAYS, MYSQL), {"id": 1}, topic="m.a"),
    ]],
)  # fmt: skip


def test_what_tools_are_set_to(atlas: Atlas) -> None:
    """Numbers that a schema calls bytes, a placeholder in hexadecimal, shards in one topic, source fields of another tool."""
    events = {event["kafka_offset"]: event for event in atlas.of(OF_SETTINGS).events}
    assert events[0]["column_types"]["price"] == "decimal(scale=2)" and events[0]["after"]["price"] == "1234"
    assert events[1]["column_types"]["price"] == "org.apache.kafka.connect.data.Decimal(scale=2)"
    assert events[2]["after"] == {"id": "1", "c": "no"} and events[2]["after_complete"] is False
    assert [events[number]["row_key"] for number in (3, 4)] == [
        f"__dbz__physicalTableIdentifier={server}.inventory.customers&id=1" for server in "ab"
    ]
    assert events[6]["after"] == {"id": "1", "kept": json.dumps([True] * 27).replace(" ", "")}
    assert (events[5]["table_id"], str(events[5]["committed_at"])) == ("dbz_set.movr.public.accounts", "2025-07-01 21:58:56.710963")


DROPPED = {
    "DROP /*!40005 TEMPORARY */ TABLE IF EXISTS `t`": "t", "DROP TABLE `a`": "a,b", "DROP TABLE `c`, `d`": "c,d",
    "DROP TABLE /*!40000 IF EXISTS */ `f`": "f",
}  # fmt: skip
CREATED = [record(number, change("c", None, ANNE, MYSQL | {"table": table}), KEY) for number, table in enumerate("abcdft")]
STATEMENTS = [
    record(number, {"source": MYSQL | {"table": table}, "ts_ms": 1, "databaseName": MYSQL["db"], "ddl": text, "tableChanges": []})
    for number, (text, table) in enumerate(DROPPED.items(), len(CREATED))
]
OF_STATEMENTS = Page("debezium_statements", registry("dbz_drop"), [CREATED, STATEMENTS])


def test_statements_that_drop_tables(atlas: Atlas) -> None:
    """One of several tables names them in its text, each part of it its own; a temporary table is not the one of its name."""
    left = [table_id.rpartition(".")[2] for (table_id,) in atlas.of(OF_STATEMENTS).rows("cdc_current_rows", "table_id")]
    assert left == ["b", "t"]


TRANSACTION = {"id": "f:9", "data_collection_order": 3}
CHANGES = [change("c", None, ANNE, MYSQL, transaction=TRANSACTION | {"total_order": number}) for number in (3, 1)]
GONE = change("d", ANNE, None, MYSQL | {"pos": 500}, transaction=TRANSACTION | {"id": "f:10", "total_order": 1})
AGAIN = [record(offset, value, KEY) for offset, value in enumerate((CHANGES[0], GONE, CHANGES[1], GONE))]
OF_COPIES = Page("debezium_copies", registry("dbz_copies"), [AGAIN])


def test_a_transaction_is_sent_again_from_its_middle(atlas: Atlas) -> None:
    """The connector then counts its changes anew; they are copies all the same."""
    page = atlas.of(OF_COPIES)
    assert page.rows("cdc_row_history", "version_number", "op", "is_deleted") == [(1, "insert", False), (2, "delete", True)]
    assert page.rows("cdc_unapplied_events", "reason") == [("copy",), ("copy",)]
