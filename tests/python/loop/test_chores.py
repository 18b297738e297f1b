"""Monitoring and tests beside the rounds: when they run, what is kept of them, and what is said of those that do not run."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest

from rosetta_cdc.loop import chores as chores_module
from rosetta_cdc.loop.chore_times import ChoreTimes, LastRun
from rosetta_cdc.loop.chores import Chores
from rosetta_cdc.loop.loop import Loop, Pace
from rosetta_cdc.loop.metrics import Metrics
from rosetta_cdc.loop.project import Built, loop_folder
from rosetta_cdc.loop.report import JsonReporter, Reporter, last_run_line
from rosetta_cdc.loop.result import Chore, Round
from rosetta_cdc.loop.schedule import parse_schedule
from rosetta_cdc.loop.sources import NoSource

NOON = datetime(2026, 5, 6, 12, tzinfo=timezone.utc)


class Work:
    """Rounds that do nothing: what they return is set, and which chores they have done is noted.

    Args:
        built: What the tables are made of; a round makes them of the project of the moment.
    """

    def __init__(self, built: Built) -> None:
        self.built = built
        self.project = "a project"
        self.records = 0
        self.done: list[str] = []
        self.round = Round(1)
        self.failed: dict[str, str] = {}
        self.error: str | None = None

    def project_has_changed(self) -> bool:
        """Tell whether a round is needed."""
        return self.built.project != self.project or self.records > 0

    def run(self) -> Round:
        """Do a round."""
        self.records -= 1
        self.built.project = self.project
        self.done.append("round")
        return self.round

    def chore(self, name: str) -> Chore:
        """Do a chore."""
        self.done.append(name)
        return Chore(name, 1.0, 7, failed=self.failed, error=self.error)


class Home:
    """A ROSETTA_HOME in which the loop runs, process after process, at times that the test chooses."""

    def __init__(self) -> None:
        loop_folder().mkdir(parents=True)
        self.now = NOON
        self.registry = "a registry"
        self.work = Work(Built("local cdc"))
        self.reporter = Reporter()
        self.writes_models = False

    def update_models(self) -> bool:
        """Write a model where the test asks for one."""
        if self.writes_models:
            self.work.project += " and a model"
        written, self.writes_models = self.writes_models, False
        return written

    def run(self, *, after: timedelta = timedelta(), follows: int = 0, target: str = "local cdc", **given: str) -> tuple[int, list[str]]:
        """Run a process of the loop.

        Args:
            after: Time since the process before.
            follows: Rounds after which a loop that follows ends; 0 for one that does not follow.
            target: dbt's target and schema.
            given: The options `--tests` and `--monitoring`.

        Returns:
            The exit code, and what was done in its order.
        """
        self.now += after
        self.work.done.clear()
        self.work.records = follows
        built = self.work.built = Built(target)
        built.registry = self.registry
        schedules = {name: parse_schedule(given.get(name, usual)) for name, usual in (("monitoring", "5m"), ("tests", "1d"))}
        metrics = Metrics(loop_folder() / "rosetta.prom")
        chores = Chores(schedules, ChoreTimes(target), built, self.work, self.reporter, metrics)
        registry = SimpleNamespace(load_if_changed=bool, is_usable=True)
        pace = Pace(bool(follows), 0.001, follows or None)
        advice = (str, self.update_models)
        loop = Loop(NoSource(), registry, self.work, chores, pace, self.reporter, metrics, {}, lambda: None, *advice)
        code = loop.run()
        built.keep()
        return code, self.work.done


@pytest.fixture
def home(rosetta_home: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Give a home in which nothing has run."""
    made = Home()
    monkeypatch.setattr(chores_module, "_now", lambda: made.now)
    return made


def test_a_run_does_the_chores_that_are_due(home: Home) -> None:
    assert home.run() == (0, ["round", "monitoring", "tests"])
    assert home.run(after=timedelta(minutes=4)) == (0, ["round"])
    assert home.run(after=timedelta(minutes=1)) == (0, ["round", "monitoring"])
    assert home.run(after=timedelta(hours=23), monitoring="never") == (0, ["round"])
    assert home.run(after=timedelta(hours=1), monitoring="2d") == (0, ["round", "tests"])
    assert home.run(tests="now", monitoring="2d") == (0, ["round", "tests"])
    assert home.run(tests="7", monitoring="2d") == (0, ["round", "tests"])
    assert home.run(after=timedelta(days=9), tests="never", monitoring="never") == (0, ["round"])
    assert home.run(target="cluster cdc") == (0, ["round", "monitoring", "tests"]), "of other tables nothing is known"


def test_a_run_does_the_chores_of_what_has_changed(home: Home) -> None:
    home.run()
    home.work.project = "another project"
    assert home.run()[1] == ["round", "monitoring", "tests"]
    home.registry = "another registry"
    assert home.run()[1] == ["round", "monitoring", "tests"]
    assert home.run()[1] == ["round"]
    home.writes_models = True
    done = home.run(after=timedelta(minutes=5))[1]
    assert done == ["round", "monitoring", "round", "monitoring", "tests"], "models that were written are made, counted and tested"
    assert home.run()[1] == ["round"]


def test_what_failed_is_told_and_not_forgotten(home: Home) -> None:
    home.run(monitoring="never")
    home.work.failed = {"orders_are_unique": "Got 2 results, configured to fail if != 0"}
    assert home.run(tests="now", monitoring="never") == (1, ["round", "tests"])
    assert home.run(monitoring="never") == (0, ["round"])
    assert ChoreTimes("local cdc").last("tests").chore.failed == home.work.failed
    home.work.failed, home.work.error = {}, "no space left on device"
    assert home.run(after=timedelta(days=1), monitoring="never") == (1, ["round", "tests"])
    assert home.run(monitoring="never") == (1, ["round", "tests"]), "tests that did not run to their end have not run"
    home.work.round = Round(1, failed={"orders": "no"})
    home.work.error = None
    assert home.run(monitoring="never") == (1, ["round", "round", "tests"])
    home.work.round = Round(1, error="no")
    assert home.run(tests="now", monitoring="never") == (1, ["round", "round"]), "nothing is known of tables that were not made"


def test_a_loop_goes_on_with_the_times(home: Home) -> None:
    assert home.run(follows=2)[1] == ["round", "monitoring", "tests", "round"], "what has never run is due at once"
    assert home.run(after=timedelta(hours=1), follows=2, monitoring="2")[1] == ["round", "round"]
    metrics = (loop_folder() / "rosetta.prom").read_text(encoding="utf-8")
    assert f'chore_timestamp_seconds{{chore="tests"}} {NOON.timestamp():.17g}\n' in metrics, "a restart keeps the numbers"
    home.work.project = "another project"
    assert home.run(follows=2, tests="now", monitoring="1d")[1] == ["round", "tests", "round"], "once, and by no change"
    assert home.run(after=timedelta(days=1), follows=2, monitoring="never")[1] == ["round", "tests", "round"]
    home.now = NOON + timedelta(days=7)
    assert home.run(follows=2, monitoring="11:30", tests="never")[1] == ["round", "monitoring", "round"], "of a time that has passed, too"


def test_times_that_cannot_be_kept_stop_nothing(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[str] = []
    monkeypatch.setattr(home.reporter, "note", lambda event, text: notes.append(f"{event}: {text}"))
    (loop_folder() / ".chores.json.partial").mkdir()
    assert home.run() == (0, ["round", "monitoring", "tests"])
    assert notes == [f"chores: the time of {name} cannot be kept: Is a directory" for name in ("monitoring", "tests")]
    (loop_folder() / "chores.json").write_text('{"target": "local cdc", "tests": {"ended_at": 1}}', encoding="utf-8")
    assert home.run()[1] == ["round", "monitoring", "tests"]


def test_a_last_run_is_a_line() -> None:
    def line(name: str, due_at: datetime | None, *warned: str, **failed: str) -> str:
        return last_run_line(name, LastRun(Chore(name, 1.0, 7, warned, failed), NOON - timedelta(hours=3), ""), due_at, NOON)

    assert line("tests", NOON + timedelta(hours=21)) == "tests: last run 3 h ago: all passed; due in 21 h, or with --tests now"
    assert line("monitoring", NOON) == "monitoring: last run 3 h ago: no failure; due now, or with --monitoring now"
    told = line("tests", None, "a", "b", "c", "d", e="Got 2 results")
    assert told == "tests: last run 3 h ago: 1 failed (e), 4 warned (a, b, c, ...); --tests now runs them"
    assert last_run_line("tests", None, None, NOON) == "tests: not run yet; --tests now runs them"


def test_what_a_run_says_of_chores_that_did_not_run(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    home.reporter = JsonReporter()
    home.run(tests="never")
    home.work.failed = {"a_test": "Got 2 results"}
    home.run(tests="now")
    capsys.readouterr()
    home.run(after=timedelta(minutes=1))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    monitoring, tests = ({name: value for name, value in line.items() if name != "time"} for line in told if line["event"] == "last_run")
    assert monitoring == {
        "event": "last_run", "chore": "monitoring", "passed": 7, "warned": [], "failed": {},
        "ended_at": "2026-05-06T12:00:00.000Z", "due_at": "2026-05-06T12:05:00.000Z",
    }  # fmt: skip
    assert (tests["chore"], tests["failed"], tests["due_at"]) == ("tests", home.work.failed, "2026-05-07T12:00:00.000Z")
    home.run(follows=1)
    assert "last_run" not in capsys.readouterr().out
