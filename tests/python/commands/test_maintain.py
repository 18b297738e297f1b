"""Upkeep: what it changes and what it never does, beside landings, and what is refused once raw was trimmed."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from comparison import assert_same_events

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_shop.traffic import bench_messages, registry_rows

FORMATS = ("dts_canal", "oms_default", "dtle")
LONG_AGO = datetime.now(timezone.utc) - timedelta(days=100)
Identity = tuple[str, int, int]


def maintain(warehouse: Sandbox, **arguments: Any) -> None:
    """Call the run-operation as scripts/maintain does."""
    warehouse.dbt("run-operation", "maintain", "--args", json.dumps(arguments))


def in_raw(warehouse: Sandbox) -> set[Identity]:
    """Return which records raw holds; none twice."""
    rows = warehouse.spark.sql("select kafka_topic, kafka_partition, kafka_offset from raw.kafka_messages").collect()
    assert len(rows) == len(set(rows))
    return {tuple(row) for row in rows}


def identities(records: list[Record]) -> set[Identity]:
    """Return the identities of records."""
    return {(record.topic, record.partition, record.offset) for record in records}


def files(warehouse: Sandbox, table: str) -> int:
    """Return how many files the newest version of a table has."""
    return warehouse.spark.sql(f"describe detail {table}").first()["numFiles"]


def landed(warehouse: Sandbox) -> tuple[list[Record], set[Identity], set[Identity]]:
    """Land records of long ago, of today, and of long ago that no run reads. Return all, which a trim keeps, which the next may take."""
    warehouse.registry(registry_rows(FORMATS, "bench"))
    records = list(bench_messages(900, FORMATS, 3, size=300))
    # Every tenth cannot be read.
    records = [one._replace(value=b'{"broken":' if number % 10 == 0 else one.value) for number, one in enumerate(records)]
    broken = identities([one for one in records if one.value == b'{"broken":'])
    old, young, unread = records[:600], records[600:750], records[750:]
    warehouse.land(old[:300], landed_at=LONG_AGO)
    warehouse.land(old[300:], landed_at=LONG_AGO)
    warehouse.build()
    warehouse.land(young)
    warehouse.run_events()
    warehouse.land(unread, landed_at=LONG_AGO)
    return records, broken | identities(young) | identities(unread), identities(unread) - broken


@pytest.mark.thorough
def test_old_records_leave_raw_and_nothing_else_changes(warehouse: Sandbox) -> None:
    records, kept, _ = landed(warehouse)
    events = warehouse.events()
    assert in_raw(warehouse) == identities(records)
    assert files(warehouse, "cdc.cdc_events") > 2

    maintain(warehouse, raw_days=30)
    assert in_raw(warehouse) == kept
    assert files(warehouse, "cdc.cdc_events") == 1
    clustered = warehouse.spark.sql("describe detail cdc.cdc_events").first()["clusteringColumns"]
    assert clustered == ["landed_date", "table_id"]
    assert_same_events(warehouse.events(), events)

    # Killed after the ranges were noted, the command notes them again.
    warehouse.spark.sql("insert into raw.trimmed_offset_ranges select * from raw.trimmed_offset_ranges")
    # The same files again: every record is known, one with a dead letter by raw itself.
    assert warehouse.land(records).landed == 0
    assert in_raw(warehouse) == kept
    # A record beside the trimmed ones, and one of another incarnation, still land.
    gone = records[1]
    last = max(one.offset for one in records if (one.topic, one.partition) == (gone.topic, gone.partition))
    assert warehouse.land([gone._replace(offset=last + 1)]).landed == 1
    assert warehouse.land([gone], incarnation=1).landed == 1

    warehouse.run_events()
    assert len(warehouse.events()) >= len(events) + 152
    checks = ("every_landing_was_read_whole", "every_record_became_events", "rows_of_a_record_are_whole")
    warehouse.dbt("test", "--select", *checks)
    with pytest.raises(DbtFailed, match="cdc_events: a full refresh would lose"):
        warehouse.dbt("run", "--full-refresh")
    with pytest.raises(DbtFailed):
        maintain(warehouse, raw_days=0)


@pytest.mark.long
def test_a_replay_leaves_what_raw_lost(warehouse: Sandbox) -> None:
    """It reads again what raw still has, and says how many records stay as they were."""
    records, _, _ = landed(warehouse)
    maintain(warehouse, raw_days=30)
    warehouse.run_events()
    after = warehouse.events()
    topics = sorted({one.topic for one in records})
    warehouse.dbt("run-operation", "replay_records", "--args", json.dumps({"topics": topics}))
    assert_same_events(warehouse.events(), after)
    left = warehouse.spark.table("raw.kafka_messages").count()
    log = (warehouse.home / "dbt" / "logs" / "dbt.log").read_text()
    assert f"Replay: {left} records read again" in log
    assert f"Replay: {len(records) - left} records stay as they were" in log


@pytest.mark.long
def test_a_dry_run_changes_nothing(warehouse: Sandbox) -> None:
    """No table has another version after it."""
    landed(warehouse)
    views = {row.viewName for row in warehouse.spark.sql("show views in cdc").collect()}
    listed = [row for schema in ("raw", "cdc") for row in warehouse.spark.sql(f"show tables in {schema}").collect()]
    tables = [f"{row.namespace}.{row.tableName}" for row in listed if row.tableName not in views]

    def versions() -> list[int]:
        return [warehouse.spark.sql(f"describe history {table} limit 1").first()["version"] for table in tables]

    before = versions()
    maintain(warehouse, dry_run=True, raw_days=30)
    assert versions() == before and len(before) > 5


@pytest.mark.long
def test_the_history_goes_on(warehouse: Sandbox) -> None:
    """The row history is the same before and after, in order, folded anew, and after a second trim."""
    _, _, takeable = landed(warehouse)
    warehouse.dbt("run")
    rows = warehouse.events(table="cdc.cdc_row_history")
    for _ in range(2):
        maintain(warehouse, raw_days=30)
        assert not in_raw(warehouse) & takeable
        warehouse.dbt("run")
        warehouse.dbt("test", "--select", "test_type:singular")
        assert warehouse.events(table="cdc.cdc_row_history") == rows
        warehouse.dbt("run", "--full-refresh", "--select", "path:models/state")
        folded = warehouse.events(table="cdc.cdc_row_history")
        assert [row["row_image"] for row in folded] == [row["row_image"] for row in rows]
        rows = folded
