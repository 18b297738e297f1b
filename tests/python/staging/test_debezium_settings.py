"""Debezium's JSON from tools that are set in other ways, statements that drop tables, and a transaction that is sent again."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from example_project import rows
from registry_text import registry_text
from test_debezium import ANNE, KEY, MYSQL, PLACEHOLDER, REGISTRY, change, record, with_schema

from rosetta_cdc.sandbox import Sandbox

# CockroachDB, changefeed messages, envelope=enriched.
COCKROACHDB = {
    "changefeed_sink": "kafka", "cluster_id": "38269e9c", "database_name": "movr", "db_version": "v25.2.0", "job_id": "1",
    "mvcc_timestamp": "1751407136710963868.0000000000", "origin": "cockroachdb", "primary_keys": ["id"], "schema_name": "public",
    "table_name": "accounts", "ts_hlc": "1751407136710963868.0000000000", "ts_ns": 1751407136710963868,
}  # fmt: skip
ROUTED = [{"id": 1, "__dbz__physicalTableIdentifier": f"{server}.inventory.customers"} for server in ("a", "b")]


def test_what_tools_are_set_to(warehouse: Sandbox) -> None:
    """Numbers that a schema calls bytes, a placeholder in hexadecimal, shards in one topic, source fields of another tool."""
    options = {"prices": "decimal_format=NUMERIC", "hex": "unavailable_value=hex:5f5f6e6f", ".*": ""}
    topics = [f"{number},,m[.]{topic},,debezium,m,,,,,{option}," for number, (topic, option) in enumerate(options.items(), 1)]
    warehouse.registry(registry_text(topics))
    warehouse.dbt("seed")
    decimal = {"type": "bytes", "name": "org.apache.kafka.connect.data.Decimal", "version": 1, "parameters": {"scale": "2"}}
    prices = {"id": "int32", "price": decimal}
    priced = [with_schema(change("c", None, {"id": 1, "price": price}, MYSQL), "m.inventory.customers", prices) for price in (1234, "AeI=")]
    # The placeholder in arrays of floats, booleans and decimals (Debezium, UnchangedToastedPlaceholder).
    octets = PLACEHOLDER.encode()
    decimals = [b64encode(bytes([octet])).decode() for octet in octets]
    arrays: dict[str, Any] = {"floats": [float(octet) for octet in octets], "booleans": [True for _ in octets], "decimals": decimals}
    sharded = [change("c", None, ANNE | {"id": 1}, MYSQL | {"name": server}) for server in "ab"]
    warehouse.land([
        record(0, priced[0], {"id": 1}, topic="m.prices"),
        record(1, priced[1], {"id": 1}, topic="m.c"),
        record(2, change("u", None, {"id": 1, "t": "__no", "b": "X19ubw==", "c": "no"}, MYSQL), {"id": 1}, topic="m.hex"),
        *[record(number, value, key, topic="m.shards") for number, (value, key) in enumerate(zip(sharded, ROUTED, strict=True), 3)],
        record(5, change("c", None, {"id": 1}, COCKROACHDB), {"id": 1}, topic="m.accounts"),
        record(6, change("u", None, {"id": 1, "kept": [True] * 27} | arrays, MYSQL), {"id": 1}, topic="m.a"),
    ])  # fmt: skip
    warehouse.dbt("run", "--select", "+cdc_events")
    events = {event["kafka_offset"]: event for event in warehouse.events()}
    assert events[0]["column_types"]["price"] == "decimal(scale=2)" and events[0]["after"]["price"] == "1234"
    assert events[1]["column_types"]["price"] == "org.apache.kafka.connect.data.Decimal(scale=2)"
    assert events[2]["after"] == {"id": "1", "c": "no"} and events[2]["after_complete"] is False
    assert [events[number]["row_key"] for number in (3, 4)] == [
        f"__dbz__physicalTableIdentifier={server}.inventory.customers&id=1" for server in "ab"
    ]
    assert events[6]["after"] == {"id": "1", "kept": json.dumps([True] * 27).replace(" ", "")}
    assert (events[5]["table_id"], str(events[5]["committed_at"])) == ("m.movr.public.accounts", "2025-07-01 21:58:56.710963")


def test_statements_that_drop_tables(warehouse: Sandbox) -> None:
    """One of several tables names them in its text, each part of it its own; a temporary table is not the one of its name."""
    warehouse.registry(REGISTRY)
    warehouse.dbt("seed")
    dropped = {
        "DROP /*!40005 TEMPORARY */ TABLE IF EXISTS `t`": "t", "DROP TABLE `a`": "a,b", "DROP TABLE `c`, `d`": "c,d",
        "DROP TABLE /*!40000 IF EXISTS */ `f`": "f",
    }  # fmt: skip
    created = [record(number, change("c", None, ANNE, MYSQL | {"table": table}), KEY) for number, table in enumerate("abcdft")]
    statements = [
        record(number, {"source": MYSQL | {"table": table}, "ts_ms": 1, "databaseName": MYSQL["db"], "ddl": text, "tableChanges": []})
        for number, (text, table) in enumerate(dropped.items(), len(created))
    ]
    warehouse.land(created)
    warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    warehouse.land(statements)
    warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    left = rows(warehouse, "select split_part(table_id, '.', -1) from cdc.cdc_current_rows order by 1")
    assert left == [("b",), ("t",)]


def test_a_transaction_is_sent_again_from_its_middle(warehouse: Sandbox) -> None:
    """The connector then counts its changes anew; they are copies all the same."""
    warehouse.registry(REGISTRY)
    warehouse.dbt("seed")
    transaction = {"id": "f:9", "data_collection_order": 3}
    changes = [change("c", None, ANNE, MYSQL, transaction=transaction | {"total_order": number}) for number in (3, 1)]
    gone = change("d", ANNE, None, MYSQL | {"pos": 500}, transaction=transaction | {"id": "f:10", "total_order": 1})
    warehouse.land([record(offset, value, KEY) for offset, value in enumerate((changes[0], gone, changes[1], gone))])
    warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    history = "select op, is_deleted from cdc.cdc_row_history order by version_number"
    assert rows(warehouse, history) == [("insert", False), ("delete", True)]
    assert rows(warehouse, "select reason from cdc.cdc_unapplied_events") == [("copy",), ("copy",)]
