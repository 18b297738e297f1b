"""Rows at a moment and changes between two: random histories against plain Python, at every boundary and between them."""

from __future__ import annotations

import json
import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from pyspark.sql import Row
from random_history import START, Database
from reference_history import fold
from stored_history import StoredHistory, Version, compiled

from rosetta_cdc.sandbox import DbtFailed, Sandbox

TICK = timedelta(microseconds=1)


def rows_at(rows: list[list[Version]], moment: datetime) -> dict[str, Version]:
    """Return the version that each row shows at a moment: the last that has begun, unless it is a deleted one."""
    seen = {}
    for versions in rows:
        begun = [version for version in versions if version["valid_from"] is None or version["valid_from"] <= moment]
        if begun and not begun[-1]["is_deleted"]:
            seen[begun[-1]["row_id"]] = begun[-1]
    return seen


def changes(rows: list[list[Version]], begin: datetime, end: datetime) -> dict[str, tuple[Any, ...]]:
    """Return by what the rows at one moment differ from those at another."""
    earlier, later = rows_at(rows, begin), rows_at(rows, end)
    result = {}
    for row_id in earlier.keys() | later.keys():
        one, two = earlier.get(row_id), later.get(row_id)
        before, after = one and one["row_image"], two and two["row_image"]
        counts = (one and one["equal_rows"], two and two["equal_rows"])
        if before != after or counts[0] != counts[1]:
            columns = None
            if before is not None and after is not None:
                columns = [c for c in sorted(before | after) if (c in before, before.get(c)) != (c in after, after.get(c))]
            change = "insert" if one is None else "delete" if two is None else "update"
            known = two or one
            result[row_id] = (
                known["table_id"], known["row_key"], known["primary_key"], change, columns, before, after, one and one["image_complete"],
                two and two["image_complete"], *counts, one and one["event_id"], two and two["event_id"],
            )  # fmt: skip
    return result


def odd_rows(table_id: str) -> list[Version]:
    """Return versions that logs seldom have: without any time, and several of one instant."""
    late = START + timedelta(seconds=30)
    starts = {
        "timeless": [(None, False)],
        "timeless twice": [(None, False), (None, False)],
        "timeless, gone": [(None, False), (None, True)],
        "timeless at first": [(None, False), (None, False), (late, False)],
        "three at once": [(START, False), (START, True), (START, False)],
        "gone at once": [(START, False), (late, False), (late, True)],
        "back at once": [(START, False), (late, True), (late, False)],
    }
    result = []
    for name, versions in starts.items():
        for number, (start, is_deleted) in enumerate(versions, start=1):
            is_current = number == len(versions)
            result.append({
                "row_id": f"{table_id}/id={name}", "table_id": table_id, "row_key": f"id={name}", "primary_key": {"id": name},
                "version_number": number, "op": "delete" if is_deleted else "upsert", "row_image": {"id": name, "n": f"{number}"},
                "column_encodings": {}, "image_complete": True, "changed_columns": None, "is_deleted": is_deleted,
                "equal_rows": int(not is_deleted), "key_basis": "declared", "is_current": is_current,
                "valid_from": start, "valid_to": None if is_current else versions[number][0], "committed_at": start,
                "event_id": f"{name} {number}",
            })  # fmt: skip
    return result


def test_moments(warehouse: Sandbox) -> None:
    """Every boundary of versions, a microsecond beside it, times in between and outside; spans of versions, and random ones."""
    rng = random.Random(4)
    logs = [Database(number, f"s{number}", form).log(50) for number, form in enumerate(("dts_canal", "oms_shareplex", "oms_canal"))]
    table_id = "s0.db.t"
    history = StoredHistory(warehouse)
    history.store(fold([event for log in logs for event in log]).versions + odd_rows(table_id))
    warehouse.dbt("run", "--select", "cdc_row_history")
    spark = warehouse.spark
    stored = [row.asDict(recursive=True) for row in spark.table("cdc.cdc_row_history").collect()]
    rows: dict[str, list[Version]] = {}
    for version in sorted(stored, key=lambda version: version["version_number"]):
        rows.setdefault(version["row_id"], []).append(version)
    boundaries = {version["valid_from"] for version in stored} - {None}
    assert len(boundaries) > 40
    first, last = min(boundaries), max(boundaries)
    moments = {boundary + step for boundary in boundaries for step in (-TICK, 0 * TICK, TICK)}
    moments |= {first + (last - first) * rng.random() for _ in range(20)} | {first - timedelta(days=9), last + timedelta(days=9)}
    spark.createDataFrame([(moment,) for moment in moments], "at timestamp").createOrReplaceTempView("moments")

    # Any SQL expression is a moment, here one of each row.
    as_of = compiled(warehouse, "{{ cdc_rows_as_of('moments.at') }}")
    found: dict[datetime, dict[str, Version]] = {moment: {} for moment in moments}
    for row in spark.sql(f"select moments.at, seen.* from moments, lateral {as_of} as seen").collect():
        version = row.asDict(recursive=True)
        moment = version.pop("at")
        assert version["row_id"] not in found[moment], (moment, version["row_id"])
        found[moment][version["row_id"]] = version
    for moment in sorted(moments):
        assert found[moment] == rows_at([*rows.values()], moment), moment

    between = compiled(warehouse, "{{ cdc_changes_between('begin_at', 'end_at') }}")

    def listed(begin: datetime | None, end: datetime | None) -> list[Row]:
        literals = [f"timestamp'{moment}'" if moment else "null" for moment in (begin, end)]
        return spark.sql(f"select * from {between.replace('begin_at', literals[0]).replace('end_at', literals[1])}").collect()

    lasting = [(v["valid_from"], v["valid_to"]) for v in stored if v["valid_from"] and v["valid_to"] and v["valid_from"] < v["valid_to"]]
    spans = rng.sample(sorted(lasting), 5) + [tuple(sorted(rng.sample(sorted(moments), 2))) for _ in range(3)]
    spans += [(first, last), (first - TICK, last), (last, first), (first, first), (first - timedelta(days=9), last + timedelta(days=9))]
    met = set()
    for begin, end in spans:
        found_changes = listed(begin, end)
        expected = changes([*rows.values()], begin, end) if begin < end else {}
        assert {row[0]: tuple(row[1:]) for row in found_changes} == expected, (begin, end)
        assert len(found_changes) == len(expected)
        met |= {row["change"] for row in found_changes}
    assert met == {"insert", "update", "delete"}

    # One table; no moment; a written one.
    middle = first + (last - first) / 2
    one_table = compiled(warehouse, f"{{{{ cdc_rows_as_of('{middle}', table_id='{table_id}') }}}}")
    expected = {row_id for row_id, version in rows_at([*rows.values()], middle).items() if version["table_id"] == table_id}
    assert {row.row_id for row in spark.sql(f"select row_id from {one_table}").collect()} == expected
    one_table = compiled(warehouse, f"{{{{ cdc_changes_between('{first}', '{last}', table_id='{table_id}') }}}}")
    expected = {row_id for row_id, change in changes([*rows.values()], first, last).items() if change[0] == table_id}
    assert {row.row_id for row in spark.sql(f"select row_id from {one_table}").collect()} == expected
    assert spark.sql(f"select * from {as_of.replace('moments.at', 'null')}").count() == 0
    assert not listed(None, last)
    assert not listed(first, None)

    # Only files of versions that had not ended are read, and no row is compared with another.
    early, late = (spark.sql(f"select * from {compiled(warehouse, call)}") for call in (
        f"{{{{ cdc_rows_as_of('{first}') }}}}", f"{{{{ cdc_rows_as_of('{last}') }}}}",
    ))  # fmt: skip
    closed = len(spark.table("cdc.closed_versions").inputFiles())
    states = len(spark.table("cdc.row_states").inputFiles())
    assert closed == 4
    assert len(late.inputFiles()) < closed + states
    plan = early._jdf.queryExecution().optimizedPlan().toString()
    assert "Window" not in plan and "Aggregate" not in plan and "Join" not in plan, plan


def test_what_a_moment_is(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """A time as people write it, UTC if it names no zone; what cannot be one is said; all else is SQL."""
    meant = {
        "'2026-03-01'": "timestamp'2026-03-01 00:00:00 UTC'",
        "'2026-03-01 12:30'": "timestamp'2026-03-01 12:30:00 UTC'",
        "'2026-03-01T12:30:15.25Z'": "timestamp'2026-03-01 12:30:15.250000 UTC'",
        "'2026-03-01 05:30:00+08:00'": "timestamp'2026-02-28 21:30:00 UTC'",
        "'2026-03-01 20:30:00 -05:30'": "timestamp'2026-03-02 02:00:00 UTC'",
        "\"timestamp'2024-02-29 12:00:00'\"": "timestamp'2024-02-29 12:00:00 UTC'",
        "\" '2026-03-01 12:00:00' \"": "timestamp'2026-03-01 12:00:00 UTC'",
        "modules.datetime.date(2026, 3, 1)": "timestamp'2026-03-01 00:00:00 UTC'",
        "'current_timestamp() - interval 1 day'": "cast(current_timestamp() - interval 1 day as timestamp)",
        "\"timestamp'2026-03-01 12:00:00 Asia/Shanghai'\"": "cast(timestamp'2026-03-01 12:00:00 Asia/Shanghai' as timestamp)",
    }
    calls = "|".join("{{ instant_of('macro', " + value + ").sql }}" for value in meant)
    assert compiled(warehouse, calls).split("|") == [*meant.values()]
    refused = (
        "2026-02-29", "2026-13-01", "2026-04-31 00:00:00", "2026-03-01 24:00:00", "2026-03-01 12:00:00 Asia/Shanghai",
        "timestamp'2026-02-30 00:00:00'", "'soon'", 20260301, "", None,
    )  # fmt: skip

    def said(macro: str, **arguments: Any) -> str:
        with pytest.raises(DbtFailed):
            warehouse.dbt("run-operation", macro, "--args", json.dumps(arguments))
        return capfd.readouterr().out

    for value in refused:
        text = "" if value is None else value
        assert f"moment: '{text}' is not a time; write one like 2026-03-01 12:00:00" in said("instant_of", name="moment", value=value)
    # Two written times in the wrong order, here only by their zones.
    error = "cdc_changes_between: from 2026-03-01 12:00:00 is later than to 2026-03-01 10:00:00 (UTC)"
    assert error in said("cdc_changes_between", **{"from": "2026-03-01 12:00:00", "to": "2026-03-01 18:00:00+08:00"})
