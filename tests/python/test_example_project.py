"""The example project in tests/package: a format with an odd envelope, an overridden macro, a schema of its own, a format switched off."""

from __future__ import annotations

import pytest
from example_project import rows
from test_formats import message

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.shop.traffic import bench_messages

EXAMPLE = PROJECT / "tests" / "package"


def test_a_vendor_is_little_to_write() -> None:
    """Three files, of which one is the project's, and eighty lines."""
    files = sorted((EXAMPLE / "models" / "staging").iterdir())
    assert [path.suffix for path in files] == [".yml", ".sql"]
    project = (EXAMPLE / "dbt_project.yml").read_text(encoding="utf-8")
    declaration = project[project.index("    cdc_own_formats:") :]
    assert sum(len(text.splitlines()) for text in (*(path.read_text("utf-8") for path in files), declaration)) <= 80


@pytest.mark.long
def test_what_the_example_shows(theirs: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Each of it at work beside the others, over two runs."""
    topic = "d.parcels"
    theirs.dbt("seed")
    theirs.land(
        [
            message(0, "INSERT", topic, data={"id": 1, "content": "00ff", "price": "12.50-"}),
            message(1, "HEARTBEAT", topic),
            message(2, "INSERT", topic, data={"id": 2, "content": "", "price": "9"}),
            message(3, "DDL", topic),
            *bench_messages(2, ["dtle"]),
        ]
    )
    everything = ("run", "--select", "+rosetta_cdc.state", "+parcels", "+parcel_prices")
    theirs.dbt(*everything)
    kinds = "select event_kind, error_code, count(*) from cdc.cdc_events where {} group by all order by 1"
    assert rows(theirs, kinds.format("source_format = 'qlik_json'")) == [("ddl", None, 1), ("heartbeat", None, 1), ("row_change", None, 2)]
    assert rows(theirs, kinds.format("source_format = 'dtle'")) == [("dead_letter", "unsupported_format", 2)]
    theirs.land([message(4, "UPDATE", topic, key={"id": 1}, data={"id": 5})])
    theirs.dbt(*everything)
    numbers = "select max(sequence_number) from cdc.cdc_events"
    assert [str(number) for (number,) in rows(theirs, numbers)] == ["20260101000000000000000000000000004"]
    prices = "select id, cast(price as string), cast_errors.error from cdc_marts.parcel_prices order by 1"
    assert rows(theirs, prices) == [(2, None, ["unreadable"]), (5, "-12.50000000000000000000", None)]
    assert rows(theirs, "select id, hex(content) from cdc.parcels order by 1") == [(2, ""), (5, "00FF")]
    capfd.readouterr()
    theirs.dbt("run-operation", "generate_cdc_tables", "--args", "{source: default/d.parcels}")
    assert '"price": "decimal(38,20)"' in capfd.readouterr().out
