"""Tables without a key: rows known by all their columns, equal ones counted, whatever format tells of them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

from atlas import Atlas, Found, Page
from comparison import key_of_all_columns
from registry_text import registry_row, registry_text

from rosetta_cdc.landing.kcat import Record

Image = dict[str, str | None]
START = 1_700_000_000_000
# Topic -> format, key in the registry.
RULES = {
    "maxwell": ("maxwell", "*"), "canal": ("canal", "*"), "debezium": ("debezium", "*"), "keyed": ("debezium", "id"),
    "untold": ("debezium", ""),
}  # fmt: skip


def registry_of(page: str) -> str:
    """Return the rows of the registry for the topics of a page, whose sources have its name before theirs."""
    return registry_text(
        registry_row(number, topic, code, f"{page}_{topic}", key, "") for number, (topic, (code, key)) in enumerate(RULES.items(), 1)
    )


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


def current(found: Found, source: str) -> Counter:
    """Return the rows of a source as the history has them, as often as it has them."""
    rows = found.rows("cdc_current_rows", "table_id", "row_image", "equal_rows")
    return Counter({json.dumps(image, sort_keys=True): count for table_id, image, count in rows if table_id.startswith(f"{source}.")})


# Topic -> random changes of its table, and the rows that are left.
CHANGES = {topic: changes(random.Random(topic), 60) for topic in WRITERS}
LOGS = [
    record(topic, offset, message)
    for topic, writer in WRITERS.items()
    for offset, message in enumerate(message for second, change in enumerate(CHANGES[topic][0]) for message in writer(second, *change))
]
LATE = [one for one in LOGS if 20 <= one.offset < 24]
COUNTED = Page(
    "counted", registry_of("counted"), [[one for one in LOGS if one.offset < 20], [one for one in LOGS if one.offset >= 24], LATE],
    # A typed table has a row once, and how often it is there.
    {"counted_log": "{{ cdc_table('counted_canal', 'shop.log', {'id': 'int', 'note': 'string'}) }}"},
)  # fmt: skip


def test_rows_are_counted(atlas: Atlas) -> None:
    """Random changes in three formats and three runs, one of them late, leave the rows of the source, each as often as it is there."""
    found = atlas.of(COUNTED)
    for topic, (_, left) in CHANGES.items():
        assert current(found, f"counted_{topic}") == left, topic
    assert {row["key_basis"] for row in found.relations["cdc_row_history"]} == {"all_columns"}
    assert not found.relations["cdc_row_contradictions"] and not found.relations["cdc_unapplied_events"]
    typed = Counter({(row["id"], row["note"]): row["equal_rows"] for row in found.relations["counted_log"]})
    meant = Counter((int(row["id"]), row["note"]) for row in map(json.loads, CHANGES["canal"][1].elements()))
    assert typed == meant


ONE, OTHER = {"id": "1", "note": None}, {"id": "1", "note": "x"}
TOLD = [*debezium(0, None, ONE), *debezium(1, None, ONE), *debezium(2, OTHER, None), *debezium(3, None, OTHER), *debezium(4, ONE, OTHER)]
UNTOLD = [message | {"before": None} for message in debezium(5, ONE, OTHER)]
TRUNCATE = [message | {"op": "t", "after": None} for message in debezium(6, None, ONE)]
UNKEYED = Page(
    "unkeyed",
    registry_of("unkeyed"),
    [
        [
            *(record(topic, n, message) for topic in ("debezium", "keyed") for n, message in enumerate(TOLD + UNTOLD)),
            # Without a word of the registry nobody knows whether the table has a key.
            record("untold", 0, debezium(0, None, ONE)[0], b"Struct{id=1}"),
            record("untold", 1, debezium(1, None, ONE)[0]),
        ],
        [record("debezium", 6, TRUNCATE[0]), record("debezium", 7, debezium(7, None, ONE)[0])],
    ],
)


def test_what_is_no_row_of_a_table_without_a_key(atlas: Atlas) -> None:
    """A registered key wins; without the row before, or where the registry says nothing, there is none; TRUNCATE empties."""
    last = atlas.of(UNKEYED)
    found = last.earlier[0]
    assert found.rows("cdc_unapplied_events", "event_id", "reason") == [
        ("unkeyed/debezium/0/5/0", "no_key"), ("unkeyed/untold/0/0/0", "no_key"), ("unkeyed/untold/0/1/0", "no_key"),
    ]  # fmt: skip
    keys = (key_of_all_columns(id="1"), key_of_all_columns(id="1", note="x"))
    names = ("table_id", "row_key", "version_number", "op", "equal_rows", "is_deleted", "changed_columns", "primary_key")
    versions = [row[1:] for row in found.rows("cdc_row_history", *names) if row[0].startswith("unkeyed_debezium.")]
    assert versions == sorted([
        (keys[0], 1, "insert", 1, False, None, {"id": "1"}), (keys[0], 2, "insert", 2, False, [], {"id": "1"}),
        (keys[0], 3, "update", 1, False, [], {"id": "1"}), (keys[1], 1, "delete", 0, True, None, OTHER),
        (keys[1], 2, "insert", 1, False, None, OTHER), (keys[1], 3, "update", 2, False, ["note"], OTHER),
    ])  # fmt: skip
    keyed = found.rows("cdc_current_rows", "table_id", "row_key", "key_basis", "equal_rows")
    assert [row[1:] for row in keyed if row[0].startswith("unkeyed_keyed.")] == [("id=1", "registry", 1)]
    assert current(last, "unkeyed_debezium") == Counter({json.dumps(ONE): 1})
    versions = last.rows("cdc_row_history", "table_id", "row_key", "is_current", "op", "equal_rows", "key_basis", "is_deleted")
    assert [row[3:] for row in versions if row[:3] == ("unkeyed_debezium.shop.public.log", keys[1], True)] == [
        ("truncate", 0, "all_columns", True),
    ]  # fmt: skip
