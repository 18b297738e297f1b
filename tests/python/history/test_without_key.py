"""Tables without a key: rows known by all their columns, equal ones counted, whatever format tells of them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

from comparison import key_of_all_columns
from example_project import rows

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.registry import TOPIC_COLUMNS
from rosetta_cdc.sandbox import Sandbox

Image = dict[str, str | None]
START = 1_700_000_000_000
# Topic -> format, key in the registry.
RULES = {
    "maxwell": ("maxwell", "*"), "canal": ("canal", "*"), "debezium": ("debezium", "*"), "keyed": ("debezium", "id"),
    "untold": ("debezium", ""),
}  # fmt: skip
REGISTRY = ",".join(TOPIC_COLUMNS) + "\n"
for number, (topic, (code, primary_key)) in enumerate(RULES.items(), 1):
    rule = {"match_order": number, "topic_pattern": topic, "format": code, "source_name": topic, "primary_key": primary_key}
    REGISTRY += ",".join(str(rule.get(column, "")) for column in TOPIC_COLUMNS) + "\n"


def maxwell(second: int, before: Image | None, after: Image | None) -> list[dict]:
    """Return Maxwell's message of a change: `old` has what changed."""
    op = "insert" if before is None else "delete" if after is None else "update"
    message = {"database": "shop", "table": "log", "type": op, "ts": START // 1000 + second, "xid": second, "data": after or before}
    if op == "update":
        message["old"] = {name: value for name, value in before.items() if value != after[name]}
    return [message]


def canal(second: int, before: Image | None, after: Image | None) -> list[dict]:
    """Return Canal's flat message of a change."""
    op = "INSERT" if before is None else "DELETE" if after is None else "UPDATE"
    old = [{name: value for name, value in before.items() if value != after[name]}] if op == "UPDATE" else None
    return [{
        "id": second, "database": "shop", "table": "log", "pkNames": None, "isDdl": False, "type": op, "es": START + second * 1000,
        "ts": START + second * 1000, "sql": "", "sqlType": {"id": 4, "note": 12}, "mysqlType": {"id": "int", "note": "text"},
        "data": [after or before], "old": old,
    }]  # fmt: skip


def debezium(second: int, before: Image | None, after: Image | None) -> list[dict]:
    """Return Debezium's message of a change, of PostgreSQL with REPLICA IDENTITY FULL."""
    source = {
        "version": "3.3.0.Final", "connector": "postgresql", "name": "s", "ts_ms": START + second * 1000, "snapshot": "false", "db": "shop",
        "schema": "public", "table": "log", "txId": second, "lsn": second,
    }  # fmt: skip
    return [{"before": before, "after": after, "source": source, "op": "c" if before is None else "d" if after is None else "u"}]


WRITERS: dict[str, Callable[[int, Image | None, Image | None], list[dict]]] = {"maxwell": maxwell, "canal": canal, "debezium": debezium}


def changes(rng: random.Random, count: int) -> tuple[list[tuple[Image | None, Image | None]], Counter]:
    """Return random changes of a table without a key, and the rows that are left."""
    table: list[Image] = []
    done: list[tuple[Image | None, Image | None]] = []
    while len(done) < count:
        image = {"id": rng.choice(("1", "2")), "note": rng.choice(("a", "=&\\", None))}
        before = table.pop(rng.randrange(len(table))) if table and rng.random() < 0.6 else None
        after = None if before is not None and rng.random() < 0.5 else image
        # A database logs no update that changes nothing, and Canal's and Maxwell's messages would say nothing of it.
        if before == after:
            table.append(before)
            continue
        if after is not None:
            table.append(after)
        done.append((before, after))
    return done, Counter(json.dumps(row, sort_keys=True) for row in table)


def record(topic: str, offset: int, message: dict, key: bytes | None = None) -> Record:
    """Return a record, as a rule without a key."""
    return Record(topic, 0, offset, START + offset * 1000, "create", key, json.dumps(message).encode())


def current(warehouse: Sandbox, source: str) -> Counter:
    """Return the rows of a source as the history has them, as often as it has them."""
    found = rows(warehouse, f"select row_image, equal_rows from cdc.cdc_current_rows where table_id like '{source}.%'")
    return Counter({json.dumps(image, sort_keys=True): count for image, count in found})


def test_rows_are_counted(warehouse: Sandbox) -> None:
    """Random changes in three formats and three runs, one of them late, leave the rows of the source, each as often as it is there."""
    warehouse.registry(REGISTRY)
    warehouse.dbt("seed")
    records: list[Record] = []
    expected: dict[str, Counter] = {}
    for topic, writer in WRITERS.items():
        done, expected[topic] = changes(random.Random(topic), 60)
        messages = [message for second, change in enumerate(done) for message in writer(second, *change)]
        records += [record(topic, offset, message) for offset, message in enumerate(messages)]
    late = [one for one in records if 20 <= one.offset < 24]
    for portion in ([one for one in records if one.offset < 20], [one for one in records if one.offset >= 24], late):
        warehouse.land(portion)
        warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    for topic, left in expected.items():
        assert current(warehouse, topic) == left, topic
    assert rows(warehouse, "select distinct key_basis from cdc.cdc_row_history") == [("all_columns",)]
    assert rows(warehouse, "select contradiction from cdc.cdc_row_contradictions") == []
    assert rows(warehouse, "select reason from cdc.cdc_unapplied_events") == []
    # A typed table has a row once, and how often it is there.
    model = warehouse.project / "models" / "typed" / "log.sql"
    model.write_text("{{ cdc_table('canal', 'shop.log', {'id': 'int', 'note': 'string'}) }}", encoding="utf-8")
    warehouse.dbt("run", "--select", "cdc_cast_errors", "log")
    typed = rows(warehouse, "select id, note from cdc.log lateral view explode(sequence(1, equal_rows)) copies as copy")
    assert Counter(json.dumps({"id": str(number), "note": note}, sort_keys=True) for number, note in typed) == expected["canal"]


def test_what_is_no_row_of_a_table_without_a_key(warehouse: Sandbox) -> None:
    """A registered key wins; without the row before, or where the registry says nothing, there is none; TRUNCATE empties."""
    warehouse.registry(REGISTRY)
    warehouse.dbt("seed")
    one, other = {"id": "1", "note": None}, {"id": "1", "note": "x"}
    told = [
        *debezium(0, None, one), *debezium(1, None, one), *debezium(2, other, None), *debezium(3, None, other), *debezium(4, one, other),
    ]  # fmt: skip
    untold = [message | {"before": None} for message in debezium(5, one, other)]
    truncate = [message | {"op": "t", "after": None} for message in debezium(6, None, one)]
    records = [record(topic, n, message) for topic in ("debezium", "keyed") for n, message in enumerate(told + untold)]
    # Without a word of the registry nobody knows whether the table has a key.
    records += [record("untold", 0, debezium(0, None, one)[0], b"Struct{id=1}"), record("untold", 1, debezium(1, None, one)[0])]
    warehouse.land(records)
    warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    assert rows(warehouse, "select event_id, reason from cdc.cdc_unapplied_events order by 1") == [
        ("default/debezium/0/5/0", "no_key"), ("default/untold/0/0/0", "no_key"), ("default/untold/0/1/0", "no_key"),
    ]  # fmt: skip
    keys = (key_of_all_columns(id="1"), key_of_all_columns(id="1", note="x"))
    found = """
        select row_key, version_number, op, equal_rows, is_deleted, changed_columns, primary_key from cdc.cdc_row_history
        where table_id like 'debezium.%' order by 1, 2
    """
    assert rows(warehouse, found) == sorted([
        (keys[0], 1, "insert", 1, False, None, {"id": "1"}), (keys[0], 2, "insert", 2, False, [], {"id": "1"}),
        (keys[0], 3, "update", 1, False, [], {"id": "1"}), (keys[1], 1, "delete", 0, True, None, other),
        (keys[1], 2, "insert", 1, False, None, other), (keys[1], 3, "update", 2, False, ["note"], other),
    ])  # fmt: skip
    keyed = "select row_key, key_basis, equal_rows from cdc.cdc_current_rows where table_id like 'keyed.%'"
    assert rows(warehouse, keyed) == [("id=1", "registry", 1)]
    warehouse.land([record("debezium", 6, truncate[0]), record("debezium", 7, debezium(7, None, one)[0])])
    warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    assert current(warehouse, "debezium") == Counter({json.dumps(one): 1})
    last = f"select op, equal_rows, key_basis, is_deleted from cdc.cdc_row_history where row_key = '{keys[1]}' and is_current"
    assert rows(warehouse, last) == [("truncate", 0, "all_columns", True)]
