"""The data tests of the row history: a whole history keeps every rule, and each rule names just the rows and events that break it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from test_history import STATE, append_events

from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_shop.traffic import bench_messages

ONE, GAP, CURRENT = "rows_have_one_open_version", "versions_have_no_gap", "current_rows_are_last_versions"
EVENTS, ORDER = "every_event_is_accounted_for", "sources_have_one_order"
KEYS, FIT = "registered_key_columns_are_sent", "changes_fit_their_rows"
RULES = (ONE, GAP, CURRENT, EVENTS, ORDER, KEYS, FIT)

NUMBER, HOLDS = "its number does not follow the one before", "it does not hold until the next one begins"
NO_REASON = "neither a version nor unapplied"

START = datetime(2026, 3, 1, 12)
HOUR = timedelta(hours=1)

Rows = list[dict[str, Any]]
# The closed versions of a row, three, and its state.
Stored = tuple[Rows, Rows]


def but(rows: Rows, place: int, **values: Any) -> Rows:
    """Return rows of which one has other values."""
    return [{**row, **values} if number == place % len(rows) else row for number, row in enumerate(rows)]


# How what is stored of a row is broken, and what each test says of the row then; with a number, of the event that made this version.
VIOLATIONS: list[tuple[Callable[[Rows, Rows], Stored], dict[str | tuple[str, int], str]]] = [
    (lambda closed, last: (but(closed, 0, is_current=True), last), {ONE: "several current versions"}),
    (lambda closed, last: (closed, but(last, 0, is_current=False)), {ONE: "no current version"}),
    (
        lambda closed, last: (but(closed, 1, version_number=1001), last),
        {ONE: "the current version is not the last", GAP: NUMBER, CURRENT: "listed as another version"},
    ),
    (
        lambda closed, last: (but(closed, 1, version_number=1001, is_deleted=True), last),
        {CURRENT: "a row that is not open is listed"},
    ),
    (lambda closed, last: ([*closed, closed[0]], last), {ONE: "an event made several versions", GAP: NUMBER}),
    (lambda closed, last: (closed[1:], last), {GAP: NUMBER, (EVENTS, 1): NO_REASON}),
    (lambda closed, last: (closed[:1] + closed[2:], last), {GAP: NUMBER, (EVENTS, 2): NO_REASON}),
    (lambda closed, last: (but(closed, 1, valid_to=closed[1]["valid_to"] + HOUR), last), {GAP: HOLDS}),
    (lambda closed, last: (closed, but(last, 0, valid_to=START + HOUR)), {GAP: HOLDS}),
    (
        lambda closed, last: (but(but(closed, 1, valid_to=START - HOUR), 2, valid_from=START - HOUR), last),
        {GAP: "the next one begins earlier"},
    ),
    (
        lambda closed, last: (but(but(closed, 1, valid_to=None), 2, valid_from=None), last),
        {GAP: "the next one has no time"},
    ),
    (lambda closed, last: (closed, []), {CURRENT: "an open row is not listed", (EVENTS, 4): NO_REASON}),
    (lambda closed, last: (closed, [*last, *last]), {CURRENT: "listed several times", ONE: "several current versions"}),
]
# Rows that are whole in the tables of versions; violations of another kind use their events.
SPARE = 3


class Source:
    """A source of one table whose events are written by hand: whole images, one partition, one after another."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.events: Rows = []

    def send(self, key: str | None, op: str, *, number: int | None = None) -> None:
        """Add a row change, one with the number of an earlier one where it is a copy of it."""
        offset = len(self.events)
        number = offset + 1 if number is None else number
        image = {"id": key, "number": str(number)}
        is_delete = op == "delete"
        self.events.append({
            "event_id": f"default/{self.name}/0/{offset}/0", "kafka_cluster": "default", "kafka_topic": self.name,
            "kafka_topic_incarnation": 0, "kafka_partition": 0, "kafka_offset": offset, "row_index": 0,
            "kafka_timestamp": START + timedelta(minutes=number),
            "source_name": self.name, "source_format": "dtle", "database_name": "db", "table_name": "t", "table_id": f"{self.name}.db.t",
            "event_kind": "row_change", "op": op, "primary_key": key and {"id": key}, "row_key": key and f"id={key}",
            "key_basis": "declared" if key else "none", "before": image if is_delete else None, "after": None if is_delete else image,
            "before_complete": True if is_delete else None, "after_complete": None if is_delete else True,
            "committed_at": START + timedelta(minutes=number), "sequence_number": Decimal(number), "order_by": "arrival",
        })  # fmt: skip


def failing(warehouse: Sandbox) -> dict[str, Rows]:
    """Run the data tests and return the rows of those that found any: the ones that dbt calls failed, and the one that warns."""
    named: set[str] = set()
    try:
        warehouse.dbt("test", "--select", *RULES)
    except DbtFailed as failure:
        named = {line.split(":")[0] for line in str(failure).splitlines()} & set(RULES)
    rows = {name: rows_of(warehouse, f"cdc_dbt_test__audit.{name}") for name in RULES}
    found = {name: of for name, of in rows.items() if of}
    assert named == set(found) - {FIT}
    return found


def rows_of(warehouse: Sandbox, table: str) -> Rows:
    """Return the rows of a table."""
    return [row.asDict() for row in warehouse.spark.table(table).collect()]


def rewrite(warehouse: Sandbox, table: str, rows: Rows) -> None:
    """Give a table other rows."""
    schema = warehouse.spark.table(table).schema
    values = [tuple(row[name] for name in schema.fieldNames()) for row in rows]
    warehouse.spark.createDataFrame(values, schema).write.insertInto(table, overwrite=True)


@pytest.mark.long
def test_rules(warehouse: Sandbox) -> None:
    """One history, whole and then broken by hand at many places at once."""
    warehouse.registry(r"1,,bench\..*,,oms_default,bench,id|site|zone,,,," + "\n")
    warehouse.land(bench_messages(7, ["oms_default"]))
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "cdc_topic_rules", "recognised_messages", "stg_layouts__oms_default", "cdc_events")
    source = Source("erp")
    for op in ("insert", "update", "update", "update"):
        for key in range(len(VIOLATIONS) + SPARE):
            source.send(str(key), op)
    for _ in range(2):
        source.send(None, "update")
        source.send("copied", "insert", number=7_000)
    source.send("copied", "insert", number=7_000)
    source.send("seen late", "update")
    source.send("there already", "insert")
    source.send("there already", "insert")
    append_events(warehouse, source.events, "read")
    warehouse.dbt("run", *STATE)

    # A rule of the registry names columns that no message has: no change is applied, and the test says which columns of which table.
    unapplied = rows_of(warehouse, "cdc.cdc_unapplied_events")
    bench = [row for row in unapplied if row["source_name"] == "bench"]
    assert [(row["event_kind"], row["key_basis"], row["reason"]) for row in bench] == [("row_change", "registry", "key_column_absent")] * 7
    assert not [row for row in rows_of(warehouse, "cdc.cdc_row_history") if row["table_id"] == bench[0]["table_id"]]
    # Events that the history has not read yet are no business of the rules.
    unread = Source("unread")
    unread.send("1", "insert")
    append_events(warehouse, unread.events, "unread")
    found = failing(warehouse)
    assert set(found) == {KEYS, FIT}
    parcels = {"source_name": "bench", "table_id": bench[0]["table_id"], "missing_columns": "site|zone", "events": 7}
    assert found[KEYS] == [{**parcels, "example_event_id": "default/bench.oms_default/0/0/0"}]
    assert [(row["table_id"], row["contradiction"], row["versions"]) for row in found[FIT]] == [("erp.db.t", "insert_of_open_row", 1)]

    # Every violation on a row of its own.
    closed: dict[str, Rows] = defaultdict(list)
    for row in sorted(rows_of(warehouse, "cdc.closed_versions"), key=lambda row: row["version_number"]):
        closed[row["row_id"]].append(row)
    states: dict[str, Rows] = defaultdict(list)
    for row in rows_of(warehouse, "cdc.row_states"):
        states[row["row_id"]].append(row)
    expected: set[tuple[str, str, str]] = set()
    broken: set[str] = set()
    for key, (violation, said) in enumerate(VIOLATIONS):
        row_id = f"erp.db.t/id={key}"
        events = [row["event_id"] for row in (*closed[row_id], *states[row_id])]
        broken |= {row_id, *events}
        for rule, problem in said.items():
            expected.add((rule, row_id, problem) if isinstance(rule, str) else (rule[0], events[rule[1] - 1], problem))
        closed[row_id], states[row_id] = violation(closed[row_id], states[row_id])
    spare = [f"erp.db.t/id={len(VIOLATIONS) + number}" for number in range(SPARE)]
    closed[spare[0]] = but(closed[spare[0]], 1, contradiction="move_onto_open_row")
    rewrite(warehouse, "cdc.closed_versions", [row for rows in closed.values() for row in rows])

    # An event that is gone, a source of two orders, a rule that has changed since; the history has read all of it.
    gone, applied = (closed[row_id][0]["event_id"] for row_id in spare[1:])
    expected.add((EVENTS, gone, "a version or reason without its event"))
    events = [row for row in rows_of(warehouse, "cdc.cdc_events") if row["source_name"] != "unread" and row["event_id"] != gone]
    first, second = (place for place, row in enumerate(events) if row["source_name"] == "bench" and row["kafka_offset"] < 2)
    events = but(but(events, first, registry_digest="former"), second, order_by="sequence")
    rewrite(warehouse, "cdc.cdc_events", events)
    version = warehouse.spark.sql("describe history cdc.cdc_events limit 1").collect()[0]["version"]
    rewrite(warehouse, "cdc.history_runs", but(rows_of(warehouse, "cdc.history_runs"), 0, events_version=version))
    rewrite(warehouse, "cdc.row_states", [row for rows in states.values() for row in rows])

    # A reason that nobody knows, one that is gone, and the view of unapplied events as it must not be.
    copies = rows_of(warehouse, "cdc.unapplied_row_events")
    assert [row["reason"] for row in copies] == ["copy", "copy"]
    rewrite(warehouse, "cdc.unapplied_row_events", but(copies[:1], 0, reason="by mistake"))
    expected |= {(EVENTS, copies[0]["event_id"], "unapplied for no known reason"), (EVENTS, copies[1]["event_id"], NO_REASON)}
    keyless = [row["event_id"] for row in unapplied if row["reason"] == "no_key"]
    run = warehouse.spark.sql
    run("create table cdc.unapplied_before using delta as select * from cdc.cdc_unapplied_events")
    run("drop view cdc.cdc_unapplied_events")
    run(f"""
        create view cdc.cdc_unapplied_events as
        select * from cdc.unapplied_before where event_id <> '{keyless[0]}'
        union all
        select * from cdc.unapplied_before where event_id = '{keyless[1]}'
        union all
        select '{applied}' as event_id, * except (event_id) from cdc.unapplied_before where event_id = '{keyless[1]}'
    """)
    expected |= {
        (EVENTS, keyless[0], "neither a version nor unapplied"),
        (EVENTS, keyless[1], "unapplied several times"),
        (EVENTS, applied, "a version and unapplied"),
    }

    found = failing(warehouse)
    assert set(found) == set(RULES)
    of = {ONE: "row_id", GAP: "row_id", CURRENT: "row_id", EVENTS: "event_id"}
    said = {(rule, row[name], row["problem"]) for rule, name in of.items() for row in found[rule]}
    assert not expected - said
    # Nothing of what was left whole; some violations break a second rule of their row.
    assert {thing for _, thing, _ in said} <= {*broken, gone, applied, *keyless, *(row["event_id"] for row in copies)}
    assert [(row["source_name"], row["orders"]) for row in found[ORDER]] == [("bench", "arrival, sequence")]
    assert {(row["missing_columns"], row["events"]) for row in found[KEYS]} == {("site|zone", 6), (None, 1)}
    assert {(row["contradiction"], row["versions"]) for row in found[FIT]} == {("insert_of_open_row", 1), ("move_onto_open_row", 1)}
