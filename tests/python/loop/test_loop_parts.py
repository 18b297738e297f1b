"""The loop's parts that need no Spark: schedules, lines, metrics, Delta's logs, reasons, arguments, the folder of files."""

from __future__ import annotations

import argparse
import json
import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from rosetta_cdc.errors import plain_reason
from rosetta_cdc.landing.kafka.plan import Wanted
from rosetta_cdc.landing.kafka.stream import Pace, Progress
from rosetta_cdc.landing.lock import loop_lock
from rosetta_cdc.loop import cli, kafka_source, project
from rosetta_cdc.loop.concerned import ConcernedModels, Model, TouchedTables
from rosetta_cdc.loop.delta_log import DeltaLog
from rosetta_cdc.loop.metrics import METRICS, PREFIX, Metrics
from rosetta_cdc.loop.report import JsonReporter, chore_line, round_line, span
from rosetta_cdc.loop.result import Chore, Round
from rosetta_cdc.loop.rounds import TESTS
from rosetta_cdc.loop.schedule import parse_schedule
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox

NOON = datetime(2026, 5, 6, 12, tzinfo=timezone.utc)


def a_round(**given: object) -> Round:
    """Return a round like that of scripts/README.md, with some things else."""
    usual = {"records": 200, "changes": 200, "tables": ["a", "b"], "newest_event_at": NOON - timedelta(seconds=6), "ended_at": NOON}
    return Round(7, 4.12, **{**usual, **given})


def test_a_round_is_a_line() -> None:
    assert round_line(a_round()) == "200 records, 200 changes, 0 dead letters, 2 tables updated, 4.1 s; newest event 6 s old"
    assert round_line(a_round(records=1, changes=2_000, dead_letters=1, tables=["a"], newest_event_at=None)) == (
        "1 record, 2,000 changes, 1 dead letter, 1 table updated, 4.1 s"
    )
    failed = round_line(a_round(failed={"orders": "[DIVIDE_BY_ZERO] (details in dbt/logs/dbt.log)"}))
    assert failed.endswith("6 s old; orders failed: [DIVIDE_BY_ZERO] (details in dbt/logs/dbt.log)")
    assert round_line(a_round(error="no space left on device")) == "round failed after 4.1 s: no space left on device"
    assert [span(seconds) for seconds in (0.4, 119, 121, 7_300, 200_000)] == ["0 s", "119 s", "2 min", "2 h", "2 days"]
    # A producer's clock may be ahead.
    assert a_round(newest_event_at=NOON + timedelta(seconds=3)).newest_event_age == 0.0


def test_a_chore_is_a_line() -> None:
    tests = Chore("tests", 31.0, 85, ("a", "b", "c", "d"), {"e": "Got 2 results, configured to fail if != 0"})
    line = "tests: 85 passed, 31.0 s; 4 warned (a, b, c, ...); e failed: Got 2 results, configured to fail if != 0"
    assert chore_line(tests) == line
    assert chore_line(Chore("monitoring", 2.5, 9)) == "monitoring: 9 models, 2.5 s"


def test_elsewhere_lines_are_json(capsys: pytest.CaptureFixture[str]) -> None:
    reporter = JsonReporter()
    reporter.round(a_round(lag=3))
    reporter.note("registry", "loaded")
    reporter.chore(Chore("tests", 1.0, 2))
    of_round, note, of_tests = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    of_round.pop("time")
    assert of_round == {
        "event": "round", "round": 7, "seconds": 4.1, "records": 200, "changes": 200, "dead_letters": 0, "tables": ["a", "b"],
        "newest_event_at": "2026-05-06T11:59:54.000Z", "newest_event_age_seconds": 6.0, "lag": 3, "failed": {}, "error": None,
    }  # fmt: skip
    assert (note["event"], note["text"]) == ("registry", "loaded")
    assert (of_tests["event"], of_tests["passed"]) == ("tests", 2)


def test_metrics_are_what_the_node_exporter_reads(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path / "rosetta.prom")
    metrics.count_round(a_round(lag=5))
    metrics.count_round(a_round(failed={"a": "b"}))
    metrics.count_round(a_round(error="c", records=0, newest_event_at=None))
    metrics.count_chore(Chore("tests", 1.0, 2, ("x",)), NOON)
    metrics.measure_memory({"python": 1 << 30})
    metrics.write()
    assert [path.name for path in tmp_path.iterdir()] == ["rosetta.prom"]
    lines = metrics.path.read_text().splitlines()
    values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert values[PREFIX + 'rounds_total{result="good"}'] == values[PREFIX + 'rounds_total{result="partial"}'] == "1"
    assert values[PREFIX + "records_total"] == "400"
    assert values[PREFIX + "landing_lag_records"] == "5"
    assert float(values[PREFIX + "newest_event_timestamp_seconds"]) == NOON.timestamp() - 6
    assert values[PREFIX + 'chore_warnings{chore="tests"}'] == "1"
    assert values[PREFIX + 'resident_memory_bytes{process="python"}'] == "0"
    named = {line.split("{")[0].split(" ")[0] for line in lines if not line.startswith("#")}
    for name in named:
        assert any(line.startswith(f"# TYPE {name} ") for line in lines)
        assert any(line.startswith(f"# HELP {name} ") for line in lines)
    readme = (PROJECT / "scripts/README.md").read_text(encoding="utf-8")
    assert [name for name in METRICS if f"`{name}`" not in readme] == []


def test_schedules() -> None:
    def due(text: str, after: timedelta, rounds: int = 0) -> bool:
        schedule = parse_schedule(text)
        schedule.begin(NOON)
        for _ in range(rounds):
            schedule.count_round()
        return schedule.is_due(NOON + after)

    assert not due("never", timedelta(days=9), 9)
    assert [due("3", timedelta(), rounds) for rounds in (2, 3)] == [False, True]
    assert [due("5m", timedelta(minutes=minutes)) for minutes in (4, 5)] == [False, True]
    assert [due("11:30", timedelta(hours=hours)) for hours in (1, 23, 24)] == [False, False, True]
    assert [due("12:30", timedelta(minutes=minutes)) for minutes in (29, 30)] == [False, True]
    for text in ("0", "-1", "5x", "24:00", "7:30", "", "1.5"):
        with pytest.raises(argparse.ArgumentTypeError):
            parse_schedule(text)


def test_a_log_tells_what_is_new(tmp_path: Path) -> None:
    log = tmp_path / "_delta_log"
    log.mkdir()

    def commit(version: int, operation: str) -> None:
        action = json.dumps({"commitInfo": {"operation": operation}}, separators=(",", ":"))
        (log / f"{version:020}.json").write_text(f"{action}\n")

    commit(7, "WRITE")
    known, unknown = DeltaLog(tmp_path), DeltaLog(tmp_path / "other")
    assert known.version == 7
    assert not known.changes()
    commit(8, "SET TBLPROPERTIES")
    assert not known.changes()
    commit(9, "OPTIMIZE")
    commit(10, "MERGE")
    assert known.changes()
    assert not known.changes()
    assert not unknown.changes()


def test_reasons_hold_no_data() -> None:
    analysis = (
        "Runtime Error in model orders (models/orders.sql)\n"
        "  [UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `totl` cannot be resolved. SQLSTATE: 42703"
    )
    assert plain_reason(analysis).startswith("[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `totl`")
    execution = "Runtime Error in model orders (orders.sql)\n  [CAST_INVALID_INPUT] The value 'secret' cannot be cast. SQLSTATE: 22018"
    assert plain_reason(execution) == "[CAST_INVALID_INPUT] (details in dbt/logs/dbt.log)"
    wrapped = "[TASK_WRITE_FAILED] Task failed. SQLSTATE: 58030\nCaused by: [USER_RAISED_EXCEPTION] secret SQLSTATE: P0001"
    assert plain_reason(wrapped) == "[USER_RAISED_EXCEPTION] (details in dbt/logs/dbt.log)"
    assert plain_reason("java.io.IOException: No space left on device") == "no space left on device"
    compilation = "Compilation Error in macro take_run_lock (macros/lock/take_run_lock.sql)\n  dbt run writes cdc on target shared"
    assert plain_reason(compilation) == "dbt run writes cdc on target shared"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--follow", "--once"], "not allowed with"),
        (["--files", "in", "--pattern", "a"], "not allowed with"),
        (["--every", "0"], "not a number of seconds greater than 0"),
        (["--tests", "sometimes"], "--tests: sometimes: it must be a number of rounds"),
        (["--rounds", "0"], "--batch and --rounds must be greater than 0"),
        (["--files", "/no/such/folder"], "--files /no/such/folder: no such folder"),
        (["--nonsense"], "unrecognized arguments"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("run: ")
    assert message in line


def test_a_second_loop_is_refused(rosetta_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with loop_lock():
        assert cli.main(["--follow"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"run: another loop is using {rosetta_home}: process ")


def test_a_changed_project_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBT_PROJECT_DIR", str(tmp_path))
    (tmp_path / "dbt_project.yml").write_text("name: theirs")
    (tmp_path / "models").mkdir()
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "cdc_topics.csv").write_text("a")
    before, of_registry = project.project_digest(), project.registry_digest()
    (tmp_path / "seeds" / "cdc_topics.csv").write_text("b")
    assert project.project_digest() == before
    assert project.registry_digest() != of_registry
    (tmp_path / "models" / "mine.sql").write_text("select 1")
    assert project.project_digest() != before


def test_models_that_a_round_leaves_out() -> None:
    """A table of `cdc_table` follows its source's table; what reads tables, or events, follows all that it reads."""
    models = {
        "events": Model("events"),
        "history": Model("history", ("events",)),
        "orders": Model("orders", ("history",), "erp.db.orders"),
        "items": Model("items", ("history",), "erp.db.items"),
        "orders_view": Model("orders_view", ("orders",)),
        "totals": Model("totals", ("orders_view", "seed.of.names")),
        "counts": Model("counts", ("events",)),
        "item_names": Model("item_names", ("items",)),
    }
    concerned = ConcernedModels(models, [name for name in models if name != "orders_view"], ["events", "history"])
    assert concerned.after({"erp.db.orders", "erp.db.none"}) == ["orders", "totals", "counts"]
    assert concerned.after(set()) == ["counts"]
    assert not concerned.are_many
    tables = {str(number): Model(f"t{number}", ("history",), f"erp.db.t{number}") for number in range(11)}
    assert ConcernedModels(models | tables, tables, []).are_many


def test_touched_tables_since_they_were_asked_for() -> None:
    answers: list[tuple[object, ...]] = [
        (1_000, True, '["a"]'), (2_000, True, '["a", "b", "a"]'), (None, None, None), (3_000, False, '["a"]'), (4_000, True, '["c"]'),
    ]  # fmt: skip
    asked: list[str] = []

    def query(sql: str) -> list[tuple[object, ...]]:
        asked.append(sql.rsplit("(", 1)[1])
        if len(asked) == 4:
            raise ConnectionError
        return [answers.pop(0)]

    touched = TouchedTables(query)
    assert [touched.since_last() for _ in range(6)] == [None, {"a", "b"}, set(), None, None, {"c"}]
    assert asked == ["0)", "1000)", "2000)", "2000)", "2000)", "3000)"]


class BatchAfterBatch:
    """A landing whose batches never end."""

    batches = 0

    def __init__(self, *given: object) -> None:
        self.reporter = given[-1]
        self.stop = threading.Event()

    def run(self) -> None:
        """Land a record a batch."""
        while not self.stop.is_set():
            BatchAfterBatch.batches += 1
            self.reporter.landed(Progress(records=BatchAfterBatch.batches))


def test_batches_and_rounds_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch waits for the round of the one before, but not for ever; the end of the loop waits for none."""
    monkeypatch.setattr(kafka_source, "KafkaLanding", BatchAfterBatch)
    has_landed = threading.Event()
    spark = type("Spark", (), {"newSession": lambda self: None})()
    source = kafka_source.KafkaSource(spark, "", {}, Wanted(), Pace(follows=True), has_landed.set, lambda reason: None)
    source.start()
    assert has_landed.wait(10)
    assert not threading.Event().wait(0.3)
    assert BatchAfterBatch.batches == 1
    has_landed.clear()
    source.go_on()
    assert has_landed.wait(10)
    assert BatchAfterBatch.batches == 2
    has_landed.clear()
    monkeypatch.setattr(kafka_source, "SECONDS_TO_HOLD", 0.01)
    source.go_on()
    assert has_landed.wait(10)
    has_landed.clear()
    assert has_landed.wait(10)  # after the longest wait
    monkeypatch.setattr(kafka_source, "SECONDS_TO_HOLD", 1000)
    source.stop()


def test_the_loop_tests_what_it_makes(warehouse: Sandbox) -> None:
    """Not the snapshots, which are not there before `dbt snapshot`."""
    listed = warehouse.dbt("list", "--resource-type", "test", *TESTS[TESTS.index("--exclude") :])
    assert any(name.endswith("dead_letter_percent_within_thresholds") for name in listed)
    assert [name for name in listed if name.endswith("snapshot_dbt_scd_id")] == []
