"""Row history: random logs in random portions against the reference model and a full refresh."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from typing import Any
from uuid import uuid4

import pytest
from pyspark.sql.types import StringType, StructField, StructType
from random_history import FORMATS, Database, Event, portions
from reference_history import History, fold

from rosetta_cdc.bench import history_log
from rosetta_cdc.sandbox import Sandbox

STATE = ("--select", "path:models/state")
CONTRADICTIONS = ("cdc_row_contradictions", ("row_id", "version_number"), ["row_id", "version_number", "event_id", "contradiction"])


def append_events(warehouse: Sandbox, events: list[Event], load_id: str) -> None:
    """Append events to `cdc_events` as one run."""
    schema = warehouse.spark.table("cdc.cdc_events").schema
    of_the_run = {"load_id": load_id, "landing_id": load_id, "loaded_at": datetime.now(timezone.utc)}
    rows = [tuple({**event, **of_the_run}.get(name) for name in schema.fieldNames()) for event in events]
    warehouse.spark.createDataFrame(rows, schema).write.format("delta").mode("append").saveAsTable("cdc.cdc_events")


def rows_of(warehouse: Sandbox, table: str, order: tuple[str, ...], columns: list[str]) -> list[dict[str, Any]]:
    """Return rows of a table as dicts, sorted."""
    found = warehouse.spark.table(f"cdc.{table}").select(*columns).collect()
    return sorted((row.asDict(recursive=True) for row in found), key=lambda row: [row[name] for name in order])


def check(warehouse: Sandbox, expected: History) -> None:
    """Compare history, current rows and unapplied events with those expected; a difference names the first rows and only what differs."""
    columns = list(expected.versions[0])
    by_version = ("row_id", "version_number")
    for table, order, names, wanted in (
        ("cdc_row_history", by_version, columns, expected.versions),
        ("cdc_current_rows", by_version, columns, expected.current),
        ("cdc_unapplied_events", ("event_id",), ["event_id", "reason"], expected.unapplied),
    ):
        found = {tuple(row[name] for name in order): row for row in rows_of(warehouse, table, order, names)}
        right = {tuple(row[name] for name in order): row for row in wanted}
        differences = [
            (key, {name: (found.get(key, {}).get(name), right.get(key, {}).get(name)) for name in names
                   if found.get(key, {}).get(name) != right.get(key, {}).get(name)})
            for key in sorted(found.keys() | right.keys())
            if found.get(key) != right.get(key)
        ]  # fmt: skip
        assert not differences[:3], f"{table}: {len(differences)} rows differ; (found, expected)"
        assert len(found) == len(wanted) == warehouse.spark.table(f"cdc.{table}").count()


@pytest.mark.long
@pytest.mark.parametrize(("seed", "databases", "count"), [(1, 13, 2), (2, 200, 4), (3, 60, 8)])
def test_random_logs_equal_the_reference(warehouse: Sandbox, seed: int, databases: int, count: int) -> None:
    """Databases of every format share a warehouse; some events come late, and some portions change places."""
    warehouse.start_empty()
    landed: list[list[Event]] = [[] for _ in range(count)]
    for number in range(seed * 1000, seed * 1000 + databases):
        rng = random.Random(number)
        log = Database(number, f"s{number}", FORMATS[number % len(FORMATS)]).log(rng.randrange(30, 300))
        for portion, events in zip(landed, portions(log, rng, count), strict=True):
            portion += events
    so_far: list[Event] = []
    for number, portion in enumerate(landed):
        append_events(warehouse, portion, f"load {number}")
        so_far += portion
        warehouse.dbt("run", *STATE)
        check(warehouse, fold(so_far))
    contradictions = rows_of(warehouse, *CONTRADICTIONS)
    assert {"order_unknown", "update_of_closed_row"} <= {row["contradiction"] for row in contradictions}
    warehouse.dbt("run", "--full-refresh", *STATE)
    check(warehouse, fold(so_far))
    assert rows_of(warehouse, *CONTRADICTIONS) == contradictions


UNREAD = dict.fromkeys(
    ("op", "table_id", "row_key", "previous_row_key", "other_row_key", "primary_key", "previous_primary_key", "before", "after", "ddl_text")
)


def misread(event: Event, rng: random.Random) -> Event | None:
    """Return an event as a parser or registry that was mended later has read it; None if it found none."""
    if event["event_kind"] == "row_change" and rng.random() < 0.4:
        number = rng.randrange(3)
        return {
            **event, "row_key": f"misread={number}", "primary_key": {"misread": str(number)},
            "previous_row_key": None, "previous_primary_key": None, "other_row_key": None,
        }  # fmt: skip
    return None if event["row_index"] and rng.random() < 0.5 else {**event, **UNREAD, "event_kind": "dead_letter"}


def replace_events(warehouse: Sandbox, before: dict[str, Event], after: dict[str, Event]) -> None:
    """Make `cdc_events`, which holds the events `before`, hold those `after`, in one commit, as a replay does."""
    schema = warehouse.spark.table("cdc.cdc_events").schema
    of_the_run = {"load_id": str(uuid4()), "landing_id": "landing", "loaded_at": datetime.now(timezone.utc)}
    written = {event_id: {**event, **of_the_run} for event_id, event in after.items()}
    source = [
        (*(written.get(event_id, {}).get(name) for name in schema.fieldNames()), event_id)
        for event_id in before.keys() | after.keys()
        if before.get(event_id) != after.get(event_id)
    ]
    columns_and_id = StructType([*schema.fields, StructField("id", StringType())])
    warehouse.spark.createDataFrame(source, columns_and_id).createOrReplaceTempView("replayed")
    columns = ", ".join(schema.fieldNames())
    warehouse.spark.sql(f"""
        merge into cdc.cdc_events as target using replayed as source on target.event_id = source.id
        when matched and source.event_id is null then delete
        when matched then update set {', '.join(f'target.{name} = source.{name}' for name in schema.fieldNames())}
        when not matched then insert ({columns}) values ({', '.join(f'source.{name}' for name in schema.fieldNames())})
    """)


@pytest.mark.thorough
def test_statements_that_arrive_beside_a_replay(warehouse: Sandbox) -> None:
    """One that empties a table among them: of the statements only those of the run are its own. A replay of dead letters adds no event."""
    warehouse.start_empty()
    rng = random.Random("f")
    first, second = portions(Database(0, "s0", FORMATS[0]).log(120), rng, 2)
    assert all("truncate" in {event["op"] for event in portion} for portion in (first, second))
    spoiled = {event["event_id"]: event for event in first}
    change = next(event for event in first if event["op"] == "update" and event["previous_row_key"] is None)
    spoiled[change["event_id"]] = change | {"op": "delete", "before": change["after"], "after": None}
    true = {event["event_id"]: event for event in [*first, *second]}
    unread = {event["event_id"]: {**event, **UNREAD, "event_kind": "dead_letter"} for event in first}
    replace_events(warehouse, {}, unread)
    warehouse.dbt("run", *STATE)
    replace_events(warehouse, unread, spoiled)
    warehouse.dbt("run", *STATE)
    check(warehouse, fold(list(spoiled.values())))
    replace_events(warehouse, spoiled, true)
    warehouse.dbt("run", *STATE)
    check(warehouse, fold(list(true.values())))


@pytest.mark.long
@pytest.mark.parametrize("databases", [52])
def test_replays_equal_the_reference(warehouse: Sandbox, databases: int) -> None:
    """Misread events are replaced later, some right ones spoiled and mended; new ones arrive with them or not, or none comes or goes."""
    warehouse.start_empty()
    rng = random.Random("replays")
    landed: list[list[Event]] = [[] for _ in range(3)]
    for number in range(databases):
        log = Database(number, f"s{number}", FORMATS[number % len(FORMATS)]).log(rng.randrange(30, 100))
        for portion, events in zip(landed, portions(log, rng, 3), strict=True):
            portion += events
    table: dict[str, Event] = {}
    for portion in landed:
        for events, spoiled, has_arrivals in ((portion, 0.1, True), ([], 0.02, False), ([], 0, False)):
            arrived = {event["event_id"]: event for event in events}
            true = {event["event_id"]: event for before in landed[: landed.index(portion) + 1] for event in before}
            sources = set(rng.sample(range(databases), databases // 3))
            wanted = dict(table) | arrived
            for event_id, event in true.items():
                if (has_arrivals and event_id not in arrived) or (not spoiled and event_id not in table):
                    continue
                if int(event["source_name"][1:]) in sources:
                    wanted[event_id] = event
                if rng.random() < spoiled:
                    wrong = misread(event, rng)
                    wanted.pop(event_id, None)
                    if wrong:
                        wanted[event_id] = wrong
            replace_events(warehouse, table, wanted)
            table = wanted
            warehouse.dbt("run", *STATE)
            print(f"portion {landed.index(portion)}, {len(events)} arrived, {spoiled} spoiled")
            check(warehouse, fold([event for event in table.values() if event["event_kind"] != "dead_letter"]))
    warehouse.dbt("run", "--full-refresh", *STATE)
    check(warehouse, fold([event for event in table.values() if event["event_kind"] != "dead_letter"]))


@pytest.mark.long
def test_a_row_with_very_many_versions(warehouse: Sandbox) -> None:
    """It is folded like others, though Spark keeps all its versions together: in full, and as it grows."""
    warehouse.start_empty()
    for first, count in ((0, 50_000), (50_000, 10)):
        history_log.append(history_log.row_changes(warehouse.spark, first, count, 1))
        warehouse.dbt("run", *STATE)
        [(versions, distinct, last)] = warehouse.spark.sql(
            "select count(*), count(distinct version_number), max(version_number) from cdc.cdc_row_history"
        ).collect()
        assert versions == distinct == last == first + count
    [(event_id, is_deleted)] = warehouse.spark.sql("select event_id, is_deleted from cdc.cdc_row_history where is_current").collect()
    assert (event_id, is_deleted) == ("default/bench/0/50009/0", False)
