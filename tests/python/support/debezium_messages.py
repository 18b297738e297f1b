"""Debezium's messages of its documentation's tables, and the registry of their topics, for the tests of its formats."""

from __future__ import annotations

import json
from typing import Any

from registry_text import registry_text

from rosetta_cdc.landing.kcat import Record

ANNE: dict[str, Any] = {"id": 1004, "first_name": "Anne", "email": "annek@noanswer.org"}
# Debezium 3.3 documentation, connectors for MySQL, PostgreSQL, SQL Server and Oracle, data change events.
MYSQL = {
    "version": "3.3.0.Final", "connector": "mysql", "name": "mysql-server-1", "ts_ms": 1465491411000, "ts_us": 1465491411000000,
    "ts_ns": 1465491411000000000, "snapshot": "false", "db": "inventory", "sequence": None, "table": "customers", "server_id": 223344,
    "gtid": None, "file": "mysql-bin.000003", "pos": 484, "row": 0, "thread": 7, "query": None,
}  # fmt: skip
POSTGRESQL = {
    "version": "3.3.0.Final", "connector": "postgresql", "name": "PostgreSQL_server", "ts_ms": 1559033904863, "ts_us": 1559033904863123,
    "ts_ns": 1559033904863123000, "snapshot": "false", "db": "postgres", "sequence": '["24023119","24023128"]', "schema": "public",
    "table": "customers", "txId": 555, "lsn": 24023128, "xmin": None,
}  # fmt: skip
ORACLE = {
    "version": "3.3.0.Final", "name": "server1", "ts_ms": 1520085154000, "txId": "6.28.807", "scn": "2122185", "commit_scn": "2122185",
    "rs_id": "001234.00012345.0124", "ssn": 1, "redo_thread": 1, "user_name": "user", "snapshot": "false", "connector": "oracle",
    "db": "ORCLPDB1", "schema": "DEBEZIUM", "table": "CUSTOMERS",
}  # fmt: skip
STRUCT = b"Struct{id=java.nio.HeapByteBuffer[pos=0 lim=1 cap=1]}"
PLACEHOLDER = "__debezium_unavailable_value"
KEY = {"id": 1004}
# Topic -> the name of its source, after that of the test's page.
TOPICS = {"m([.].*)?": "m", "p[.].*": "p", "q[.].*": "q", "s[.].*": "s", "o[.].*": "o", "x": "x"}


def record(offset: int, value: object, key: object = None, topic: str = "m.customers", **headers: object) -> Record:
    """Return a record of JSON; the names of headers without their prefix."""
    texts = [None if part is None else json.dumps(part).encode() for part in (key, value)]
    given = tuple((f"__debezium.{name}", key if key is STRUCT else json.dumps(key).encode()) for name, key in headers.items())
    return Record(topic, 0, offset, 1_700_000_000_000 + offset, "create", *texts, given)


def change(op: str, before: object, after: object, source: dict[str, Any], **more: object) -> dict[str, Any]:
    """Return a change without a schema."""
    return {"before": before, "after": after, "source": source, "op": op, "ts_ms": 1465491411815, "transaction": None, **more}


def with_schema(value: dict[str, Any], table: str, columns: dict[str, object]) -> dict[str, Any]:
    """Return a change in Connect's envelope; a column's schema is a type, or its attributes."""
    described = [{"field": name, **(given if isinstance(given, dict) else {"type": given})} for name, given in columns.items()]
    image = {"type": "struct", "fields": described, "optional": True, "name": f"{table}.Value"}
    images = [{**image, "field": name} for name in ("before", "after")]
    return {"schema": {"type": "struct", "fields": images, "optional": False, "name": f"{table}.Envelope"}, "payload": value}


def registry(prefix: str, *more: str) -> str:
    """Return the registry of a page: its source names begin with a prefix; `more` are rows that come before all others."""
    return registry_text((*more, *(
        f"{number},,{topic},,debezium,{prefix}_{source},,,,,{'unavailable_value=gone' if source == 'q' else ''},"
        for number, (topic, source) in enumerate(TOPICS.items(), 1)
    )))  # fmt: skip
