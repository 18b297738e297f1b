"""What the report says of a warehouse that runs have not brought up to date."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from test_monitoring import LATER, record

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.report import data as report_data
from rosetta_cdc.report import freshness
from rosetta_cdc.report.data import Data, read_data
from rosetta_cdc.report.page import page
from rosetta_cdc.report.status import sentences
from rosetta_cdc.sandbox import Sandbox


def broken(offset: int) -> Record:
    """Return a record that becomes a dead letter."""
    return Record("bench.orders", 0, offset, 1_714_000_000_000, "create", None, b'{"data":', None)


def counts(data: Data) -> tuple[int, int, int, int]:
    """Return what the report counts: records, events, dead letters and rows."""
    totals = data["totals"][0]
    return totals["records"], totals["events"], totals["dead_letters"], totals["row_count"]


def behind(data: Data) -> tuple[int, int, int, bool]:
    """Return what is behind: unread records, events that the history lacks, events that are not counted, and whether monitoring is."""
    fresh = data.fresh
    return fresh.unread_records, fresh.unfolded_events, fresh.uncounted_events, fresh.monitoring_is_behind


@pytest.fixture
def read_counts(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Data]:
    """Give what reads a report by a few of its queries, which are those that `counts` and this test look at."""
    for name in ("totals", "dead_letters", "tables"):
        shutil.copy(report_data.QUERIES / f"{name}.sql", tmp_path)

    def read() -> Data:
        with monkeypatch.context() as patched:
            patched.setattr(report_data, "QUERIES", tmp_path)
            return read_data(warehouse.spark)

    return read


@pytest.mark.thorough
def test_each_step_that_is_behind_is_told(
    warehouse: Sandbox, read_counts: Callable[[], Data], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts are those of the events as they are, whichever models ran; what did not run is named with its command."""
    warehouse.registry("10,,bench\\..*,,dts_canal,bench,,,,,\n")
    warehouse.land([record("bench.orders", 0, {"id": "1"}), record("bench.orders", 1, {"id": "2"})])
    warehouse.build()
    # As scripts/run does it: no monitoring, and here no history either.
    data = read_data(warehouse.spark)
    assert counts(data) == (2, 2, 0, 0)
    assert data.fresh.is_unmonitored and data.fresh.history_is_missing
    text = page(data)
    assert "The row history was never made" in text and "The monitoring tables were never made" in text
    warehouse.dbt("run", "--select", "path:models/state")
    data = read_counts()
    assert counts(data) == (2, 2, 0, 2) and data.fresh.is_unmonitored and not data.fresh.history_is_missing
    [table] = data["tables"]
    assert (table["row_count"], table["changes"], table["models"]) == (2, 2, None)

    warehouse.dbt("run", "--select", "path:models/typed", "path:models/monitoring")
    data = read_data(warehouse.spark)
    assert (counts(data), behind(data)) == ((2, 2, 0, 2), (0, 0, 0, False))
    assert [sentence.level for sentence in sentences(data)] == ["good"]

    warehouse.land([record("bench.orders", 2, {"id": "3"}), broken(3)])
    data = read_data(warehouse.spark)
    assert (counts(data), behind(data)) == ((2, 2, 0, 2), (2, 0, 0, False))
    assert "2 records have landed that no run has read" in page(data)

    warehouse.run_events()
    data = read_counts()
    assert (counts(data), behind(data)) == ((4, 4, 1, 2), (0, 1, 2, True))
    assert [(row["code"], row["events"]) for row in data["dead_letters"]] == [("invalid_json", 1)]
    # Where Delta's log does not tell, all events are counted.
    with monkeypatch.context() as patched:
        patched.setattr(freshness, "COMMITS", -1)
        in_full = read_counts()
        assert (counts(in_full), behind(in_full)) == (counts(data), behind(data))

    warehouse.dbt("run", "--select", "path:models/state")
    data = read_counts()
    assert (counts(data), behind(data)) == ((4, 4, 1, 3), (0, 0, 2, True))
    warehouse.dbt("run", "--select", "path:models/monitoring")
    data = read_counts()
    assert (counts(data), behind(data)) == ((4, 4, 1, 3), (0, 0, 0, False))
    # As a replay does it: an event that is gone counts no longer.
    warehouse.spark.sql("delete from cdc.cdc_events where kafka_offset = 3")
    data = read_counts()
    assert counts(data)[:3] == (3, 3, 0) and data.fresh.uncounted_events == 1
    # What only moves files makes nothing older.
    warehouse.spark.sql("optimize cdc.row_counts")
    warehouse.spark.sql("optimize cdc.cdc_events")
    assert behind(read_counts()) == behind(data)

    # PySpark gives times in the zone of the process; the page has them in UTC wherever it is written.
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "Asia/Shanghai")
        time.tzset()
        newest = read_counts()["totals"][0]["newest"]
    time.tzset()
    assert newest == LATER.replace(tzinfo=None, microsecond=2000)
