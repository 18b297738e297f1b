"""The example project in tests/package: a format with an odd envelope, an overridden macro, a schema of its own, a format switched off."""

from __future__ import annotations

import pytest
from example_project import rows
from test_formats import message

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.report.data import read_data
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.traffic import bench_messages

EXAMPLE = PROJECT / "tests" / "package"


def test_a_vendor_is_little_to_write() -> None:
    """Three files, of which one is the project's, and eighty lines."""
    files = sorted((EXAMPLE / "models" / "staging").iterdir())
    assert [path.suffix for path in files] == [".yml", ".sql"]
    project = (EXAMPLE / "dbt_project.yml").read_text(encoding="utf-8")
    declaration = project[project.index("    cdc_own_formats:") :]
    assert sum(len(text.splitlines()) for text in (*(path.read_text("utf-8") for path in files), declaration)) <= 80


def contents(warehouse: Sandbox) -> dict[str, list[str]]:
    """Return the rows of tables that the commands of the test make."""
    names = ("cdc.cdc_events", "cdc.cdc_row_history", "cdc.row_states", "cdc.cdc_completeness", "cdc.parcels", "cdc_marts.parcel_prices")
    return {name: sorted(map(str, rows(warehouse, f"select * from {name}"))) for name in names}


@pytest.mark.thorough
def test_what_the_example_shows(theirs: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Each of it at work beside the others, over two runs; --empty before the first and after the last."""
    topic = "d.parcels"
    theirs.dbt("seed")
    everything = ("--select", "+rosetta_cdc.state", "+rosetta_cdc.monitoring", "+parcels", "+parcel_prices")
    theirs.dbt("run", "--empty", *everything)
    assert set(map(len, contents(theirs).values())) == {0}
    theirs.land(
        [
            message(0, "INSERT", topic, data={"id": 1, "content": "00ff", "price": "12.50-"}),
            message(1, "HEARTBEAT", topic),
            message(2, "INSERT", topic, data={"id": 2, "content": "", "price": "9"}),
            message(3, "DDL", topic),
            *bench_messages(2, ["dtle"]),
        ]
    )
    theirs.dbt("run", *everything)
    kinds = "select event_kind, error_code, count(*) from cdc.cdc_events where {} group by all order by 1"
    assert rows(theirs, kinds.format("source_format = 'qlik_json'")) == [("ddl", None, 1), ("heartbeat", None, 1), ("row_change", None, 2)]
    assert rows(theirs, kinds.format("source_format = 'dtle'")) == [("dead_letter", "unsupported_format", 2)]
    broken = message(6, "INSERT", topic, data={"id": 6})._replace(value=b'{"message": {"data": {"id": 6}')
    theirs.land([message(4, "UPDATE", topic, key={"id": 1}, data={"id": 5}), message(5, "RENAME", topic), broken])
    theirs.dbt("run", *everything)
    assert rows(theirs, kinds.format("kafka_offset > 4")) == [("dead_letter", "invalid_json", 1), ("marker", None, 1)]
    numbers = "select max(sequence_number) from cdc.cdc_events where op = 'update'"
    assert [str(number) for (number,) in rows(theirs, numbers)] == ["20260101000000000000000000000000004"]
    versions = "select row_key, version_number, op, row_image['price'], is_deleted from cdc.cdc_row_history order by 1, 2"
    assert rows(theirs, versions) == [
        ("id=1", 1, "insert", "12.50-", False), ("id=1", 2, "update", "12.50-", True),
        ("id=2", 1, "insert", "9", False), ("id=5", 1, "update", "12.50-", False),
    ]  # fmt: skip
    prices = "select id, cast(price as string), cast_errors.error from cdc_marts.parcel_prices order by 1"
    assert rows(theirs, prices) == [(2, None, ["unreadable"]), (5, "-12.50000000000000000000", None)]
    assert rows(theirs, "select id, hex(content) from cdc.parcels order by 1") == [(2, ""), (5, "00FF")]
    report = read_data(theirs.spark)
    read = [(row["format"], row["events"], row["dead_letters"]) for row in report["sources"]]
    assert read == [("qlik_json", 6, 0), ("dtle", 2, 2), ("auto", 1, 1)]
    [unread] = report["cast_errors"]
    where = (unread["model"], unread["column_name"], unread["encoding"], unread["row_count"])
    assert where == ("parcel_prices", "price", "qlik_json:comp3", 1)
    assert {row["code"]: row["events"] for row in report["dead_letters"]} == {"unsupported_format": 2, "invalid_json": 1}
    [table] = report["tables"]
    assert (table["row_count"], table["deleted_row_count"], table["models"], table["lag"]) == (2, 1, "parcel_prices, parcels", [])
    capfd.readouterr()
    theirs.dbt("run-operation", "generate_cdc_tables", "--args", "{source: default/d.parcels}")
    assert '"price": "decimal(38,20)"' in capfd.readouterr().out

    before = contents(theirs)
    theirs.dbt("run", "--empty", *everything)
    assert contents(theirs) == before
