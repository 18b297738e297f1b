"""The row history killed at random moments: the next run ends in the tables of one that nobody disturbed."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from random_history import FORMATS, Database, Event, portions

PORTIONS = 4
KILLS = 5  # of each portion
DATABASES = 13


class Warehouse:
    """A warehouse in a folder, which processes run the history on, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def start(self, portion: Path | str, rows: Path | str) -> subprocess.Popen[str]:
        """Start a process; return when it begins to fold."""
        environment = {**os.environ, "ROSETTA_HOME": str(self.folder), "ROSETTA_TOPICS_CSV": ""}
        for name in ("DBT_TARGET_PATH", "DBT_LOG_PATH"):
            environment.pop(name, None)
        environment["PYTHONPATH"] = os.pathsep.join(sys.path)
        command = [sys.executable, str(Path(__file__).parent / "history_process.py"), str(portion), str(rows)]
        log = (self.folder / "process.log").open("w")
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True)
        while (line := process.stdout.readline()) and line != "folding\n":
            pass
        assert line, (self.folder / "process.log").read_text()[-3000:]
        return process

    def run(self, portion: Path | str) -> tuple[dict[str, list[str]], float]:
        """Run undisturbed; return the tables' rows and the seconds that the fold took."""
        rows = self.folder / "rows"
        process = self.start(portion, rows)
        began = time.monotonic()
        assert process.wait() == 0, (self.folder / "process.log").read_text()[-3000:]
        return pickle.loads(rows.read_bytes()), time.monotonic() - began

    def kill(self, portion: Path | str, seconds: float) -> bool:
        """Start a run and kill it, with its JVM, after so many seconds of folding; return whether it was still at work."""
        process = self.start(portion, "-")
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return True
        return False


@pytest.mark.long
def test_killed_runs_leave_the_tables_whole(tmp_path):
    """Every portion is killed several times in a row before it may end."""
    rng = random.Random(os.environ.get("ROSETTA_SEED", "kills"))
    portioned: list[list[Event]] = [[] for _ in range(PORTIONS)]
    for number in range(DATABASES):
        log = Database(number, f"s{number}", FORMATS[number]).log(rng.randrange(30, 100))
        for portion, events in zip(portioned, portions(log, rng, PORTIONS), strict=True):
            portion += events
    killed, calm = Warehouse(tmp_path / "killed"), Warehouse(tmp_path / "calm")
    deaths = 0
    for number, events in enumerate(portioned):
        file = tmp_path / f"portion-{number}"
        file.write_bytes(pickle.dumps(events))
        expected, seconds = calm.run(file)
        portion: Path | str = file
        for _ in range(KILLS):
            deaths += killed.kill(portion, rng.uniform(0, seconds * 0.9))
            portion = "-"
        found, _ = killed.run("-")
        for table, rows in expected.items():
            assert found[table] == rows, f"{table} after portion {number}"
    assert deaths >= PORTIONS * KILLS * 0.7
