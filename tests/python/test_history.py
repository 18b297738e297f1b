"""Row history: random logs in random portions against the reference model and a full refresh."""

from __future__ import annotations

import random
from typing import Any

import pytest
from random_history import FORMATS, Database, Event, portions
from reference_history import History, fold

from rosetta_cdc.sandbox import Sandbox

STATE = ("--select", "path:models/state")


def append_events(warehouse: Sandbox, events: list[Event], load_id: str) -> None:
    """Append events to `cdc_events` as one run."""
    schema = warehouse.spark.table("cdc.cdc_events").schema
    rows = [tuple({**event, "load_id": load_id, "landing_id": load_id}.get(name) for name in schema.fieldNames()) for event in events]
    warehouse.spark.createDataFrame(rows, schema).write.format("delta").mode("append").saveAsTable("cdc.cdc_events")


def rows_of(warehouse: Sandbox, table: str, order: tuple[str, ...], columns: list[str]) -> list[dict[str, Any]]:
    """Return rows of a table as dicts, sorted."""
    found = warehouse.spark.table(f"cdc.{table}").select(*columns).collect()
    return sorted((row.asDict(recursive=True) for row in found), key=lambda row: [row[name] for name in order])


def check(warehouse: Sandbox, expected: History) -> None:
    """Compare history, current rows and unapplied events with those expected."""
    columns = list(expected.versions[0])
    by_version = ("row_id", "version_number")
    assert rows_of(warehouse, "cdc_row_history", by_version, columns) == expected.versions
    assert rows_of(warehouse, "cdc_current_rows", by_version, columns) == expected.current
    assert rows_of(warehouse, "cdc_unapplied_events", ("event_id",), ["event_id", "reason"]) == expected.unapplied


@pytest.mark.long
@pytest.mark.parametrize(("seed", "databases", "count"), [(1, 13, 2), (2, 200, 4), (3, 60, 8)])
def test_random_logs_equal_the_reference(warehouse: Sandbox, seed: int, databases: int, count: int) -> None:
    """Databases of every format share a warehouse; some events come late, and some portions change places."""
    warehouse.registry("")
    warehouse.dbt("seed")
    warehouse.run_events()
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
    warehouse.dbt("run", "--full-refresh", *STATE)
    check(warehouse, fold(so_far))
