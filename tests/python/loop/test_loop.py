"""The loop as a whole, in this process and its session: its rounds make the tables of a full refresh, and what goes wrong is a line."""

from __future__ import annotations

import os
import shutil
import signal
import stat
from pathlib import Path

import pytest

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.kcat import write_file
from rosetta_cdc.loop import cli, report, start
from rosetta_cdc.loop.report import Reporter
from rosetta_cdc.loop.result import Chore, Round
from rosetta_cdc.sandbox import Sandbox, write_registry
from rosetta_cdc.sql.sessions import LoopSession
from rosetta_shop.traffic import bench_messages, registry_rows

CODES = ["dts_canal", "dtle"]
MODELS = {
    "typed/parcels.sql": "{{ cdc_table('bench_dtle', 'shop.parcels', {'id': 'bigint', 'state': 'string', 'fee': none, 'note': none}) }}",
    "mine/counted.sql": "{{ config(materialized='table') }} select table_id, count(*) as n from {{ ref('cdc_current_rows') }} group by all",
    "mine/broken.sql": (
        "{{ config(materialized='table') }} select cast(raise_error(row_key) as string) as x from {{ ref('cdc_current_rows') }}"
    ),
}
TABLES = {
    "cdc_events": "load_id, loaded_at",
    "cdc_row_history": "applied_at, run_id",
    "parcels": "applied_at",
    "counted": "",
}


class Director(Reporter):
    """Takes notes, and does after each round what happens to a loop."""

    def __init__(self, warehouse: Sandbox, folder: Path) -> None:
        self.warehouse, self.folder = warehouse, folder
        self.rounds: list[Round] = []
        self.chores: list[Chore] = []
        self.notes: list[tuple[str, str]] = []
        self.answers: list[object] = []

    def drop_file(self, number: int) -> None:
        """Put the next file into the folder."""
        write_file(self.folder / f"{number}.jsonl", bench_messages(40, CODES, first=40 * number))

    def round(self, done: Round) -> None:
        """Go on with what happens next."""
        self.rounds.append(done)
        if len(self.rounds) == 1:
            self.ask()
            write_registry(self.warehouse.project, registry_rows(CODES, "bench") + "9,,[,,dts_canal,,,,,,,\n")
            self.drop_file(1)
        elif len(self.rounds) == 2:
            write_registry(self.warehouse.project, registry_rows(CODES, "bench") + "9,,other,,dts_canal,,,,,,,\n")
            self.drop_file(2)
        elif len(self.rounds) == 3:
            os.kill(os.getpid(), signal.SIGTERM)

    def ask(self) -> None:
        """Ask the loop's own session."""
        session = LoopSession()
        for statement in (
            "select count(*) as n, map('a', 1.50) as m from cdc.cdc_events",
            "drop table cdc.cdc_events",
            "with x as (select 1) insert into cdc.counted select 'a', 2",
        ):
            try:
                self.answers.append(session.execute(statement, 10).rows)
            except UserError as error:
                self.answers.append(str(error))
        self.answers.append(stat.S_IMODE((self.warehouse.home / "loop" / "sql.socket").stat().st_mode))

    def chore(self, done: Chore) -> None:
        """Take a note."""
        self.chores.append(done)

    def note(self, event: str, text: str) -> None:
        """Take a note."""
        self.notes.append((event, text))


@pytest.fixture
def director(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Director:
    """Give a sandbox with models of a user's own, as the project that the loop runs, and take over what it reports."""
    shutil.rmtree(warehouse.home / "loop", ignore_errors=True)
    target = warehouse.home / "dbt"
    places = {"PROJECT_DIR": warehouse.project, "PROFILES_DIR": warehouse.profiles, "TARGET_PATH": target / "target"}
    for name, path in {**places, "LOG_PATH": target / "logs"}.items():
        monkeypatch.setenv(f"DBT_{name}", str(path))
    for name in ("DBT_TARGET", "ROSETTA_TOPICS_CSV", "ROSETTA_JAVA_IGNORES_SIGTERM"):
        monkeypatch.setenv(name, "local" if name == "DBT_TARGET" else "")
    for name, text in MODELS.items():
        path = warehouse.project / "models" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    write_registry(warehouse.project, registry_rows(CODES, "bench"))
    folder = tmp_path / "in"
    folder.mkdir()
    made = Director(warehouse, folder)
    monkeypatch.setattr(report, "reporter_for_stdout", lambda: made)
    monkeypatch.setattr(start, "start_spark", lambda is_local: warehouse.spark)
    return made


def contents(warehouse: Sandbox) -> dict[str, list[str]]:
    """Return the rows of the tables, without what tells of the run, as texts."""
    found = {}
    for name, left_out in TABLES.items():
        columns = f"* except ({left_out})" if left_out else "*"
        rows = warehouse.spark.sql(f"select to_json(struct({columns})) from cdc.{name}").collect()
        found[name] = sorted(row[0] for row in rows)
    return found


@pytest.mark.thorough
def test_rounds_make_the_tables_of_a_full_refresh(director: Director) -> None:
    director.drop_file(0)
    (director.folder / "unfinished.part").write_text("{")
    code = cli.main(["--follow", "--files", str(director.folder), "--every", "0.1", "--monitoring", "3", "--tests", "never"])

    assert code == 0
    assert director.notes[-1] == ("ended", "stopped")
    assert [(done.number, done.records, done.error) for done in director.rounds] == [(1, 40, None), (2, 40, None), (3, 40, None)]
    for done in director.rounds:
        assert done.failed == {"broken": "[USER_RAISED_EXCEPTION] (details in dbt/logs/dbt.log)"}
        assert {"parcels", "counted"} <= set(done.tables)
        assert done.newest_event_at is not None
        assert done.dead_letters == 0
    [refused, loaded_again] = [text for event, text in director.notes if event == "registry"][-2:]
    assert "cdc_topics.csv, line 4: topic_pattern '[' is not a regular expression" in refused
    assert refused.endswith("the previous registry stays in use")
    assert loaded_again.startswith("loaded")
    assert director.answers[0] == [[40, {"a": "1.50"}]]
    assert all("only statements that read" in str(answer) for answer in director.answers[1:3])
    assert director.answers[3] == 0o600
    assert not (director.warehouse.home / "loop" / "sql.socket").exists()
    metrics = (director.warehouse.home / "loop" / "rosetta.prom").read_text()
    assert 'rosetta_loop_rounds_total{result="partial"} 3' in metrics
    assert "rosetta_loop_records_total 120" in metrics

    of_loop = contents(director.warehouse)
    # dbt takes no --exclude beside --selector.
    (director.warehouse.project / "models" / "mine" / "broken.sql").unlink()
    director.warehouse.dbt("run", "--selector", "round", "--full-refresh")
    assert contents(director.warehouse) == of_loop
    assert len(of_loop["cdc_events"]) == 120


def test_an_unusable_registry_at_the_first_start(director: Director, capsys: pytest.CaptureFixture[str]) -> None:
    write_registry(director.warehouse.project, "9,,[,,dts_canal,,,,,,\n")
    assert cli.main(["--once", "--files", str(director.folder)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("run: ")
    assert "cdc_topics.csv, line 2: topic_pattern '['" in line
