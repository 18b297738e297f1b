"""`scripts/run --follow` in a process of its own, on a copy of the project: for the benchmark and the tests."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import copy_project, environment_of, write_registry
from rosetta_shop.traffic import registry_rows

# Columns of the benchmark's table of every format but dtle, which has four of them.
COLUMNS = "{'id': 'bigint', 'state': 'string', 'fee': 'decimal(12,2)', 'note': 'string'%s}"
OTHERS = ("customer", "weight", "pieces", "fragile", "sent_on", "sent_at", "seen_at", "label")
SECONDS_QUIET = 10


class LoopProcess:
    """A loop that follows topics of a broker, with a project and a ROSETTA_HOME below a folder.

    Args:
        folder: The folder; made where it is absent.
        codes: Formats whose topics `bench.<code>` are registered.
        typed: Formats whose table has a model of `cdc_table`.
    """

    def __init__(self, folder: Path, codes: Sequence[str], typed: Sequence[str] = ()) -> None:
        self.home, self.project, self.log = folder / "home", folder / "project", folder / "loop.log"
        self.home.mkdir(parents=True)
        copy_project(self.project)
        write_registry(self.project, registry_rows(codes, "bench"))
        for code in typed:
            others = "" if code == "dtle" else "".join(f", '{name}': none" for name in OTHERS)
            call = f"cdc_table('bench_{code}', 'shop.parcels', {COLUMNS % others}, time_zone='UTC')"
            (self.project / "models" / "typed" / f"parcels_{code}.sql").write_text(f"{{{{ {call} }}}}\n", encoding="utf-8")
        self.environment = {
            **environment_of(self.project, self.home),
            "PYTHONPATH": str(PROJECT / "scripts"),
            "DBT_PROFILES_DIR": str(PROJECT / "profiles"),
            # The loop's processes hold the locks of `.loop.lock` and of the landing; nobody else is in this folder.
            "ROSETTA_LOCK_HELD": "1",
        }
        self.events: list[dict[str, Any]] = []
        self._process: subprocess.Popen[str] | None = None

    def start(self, *arguments: str) -> None:
        """Start the loop; what it writes to standard output comes to `events`."""
        command = [sys.executable, "-m", "rosetta_cdc.loop", *arguments]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, env=self.environment, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def wait_for(self, reached: Callable[[dict[str, Any]], bool], seconds: float, since: int = 0) -> dict[str, Any]:
        """Wait for an event and return it; `since` is how many events are not looked at.

        Raises:
            TimeoutError: It has not come in time, or the loop has ended.
        """
        deadline, looked = time.monotonic() + seconds, since
        while time.monotonic() < deadline:
            ended = not self.is_running()
            for event in self.events[looked:]:
                looked += 1
                if reached(event):
                    return event
            if ended:
                break
            time.sleep(0.1)
        raise TimeoutError(f"the loop has not got that far; see {self.log}; its last events are {self.events[-5:]}")

    def settle(self, seconds: float) -> dict[str, Any]:
        """Wait until nothing is left to do, for twice as long as the longest of the last rounds, and return the last round.

        Raises:
            TimeoutError: There is always something.
        """
        deadline, number, since = time.monotonic() + seconds, -1, time.monotonic()
        while time.monotonic() < deadline and self.is_running():
            rounds = self.rounds()
            if len(rounds) != number:
                number, since = len(rounds), time.monotonic()
            quiet = SECONDS_QUIET + 2 * max((done["seconds"] for done in rounds[-5:]), default=0.0)
            if rounds and rounds[-1]["lag"] == 0 and rounds[-1]["error"] is None and time.monotonic() > since + quiet:
                return rounds[-1]
            time.sleep(0.5)
        raise TimeoutError(f"the loop is not done; its last events are {self.events[-3:]}")

    def is_running(self) -> bool:
        """Return whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal to the loop's Python process, wait for its end and return its exit code."""
        self._process.send_signal(number)
        code = self._process.wait(600)
        self._reader.join(10)
        return code

    def rounds(self) -> list[dict[str, Any]]:
        """Return the events of rounds so far."""
        return [event for event in self.events if event["event"] == "round"]

    def metrics(self) -> dict[str, float]:
        """Return the numbers of the metrics file by name with labels, without prefix."""
        lines = (self.home / "loop" / "rosetta.prom").read_text(encoding="utf-8").splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name.removeprefix("rosetta_loop_"): float(value) for name, value in pairs}

    def _read(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout:
            self.events.append(json.loads(line))
