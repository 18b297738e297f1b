"""`scripts/bench commands` measures the hot path as a command for a few new records: by a warm session, and with a Spark of its own.

Beside each, it measures a command that only asks Spark for a number: the cost that no run can avoid.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from pathlib import Path
from statistics import median

from rich.table import Table

from rosetta_cdc.bench.measure import CONSOLE, bench_folder, format_codes
from rosetta_cdc.landing.kcat import write_file
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import copy_project, environment_of, write_registry
from rosetta_shop.traffic import bench_messages, registry_rows

COMMANDS = {"hot path": ("run", "--selector", "hot"), "yardstick: Spark answers": ("show", "--inline", "select 1 as one")}
# Value of ROSETTA_WARM.
WAYS = {"warm": "1", "alone": "0"}


class CommandProject:
    """A project with a ROSETTA_HOME of its own below a folder, worked with by commands as a user calls them.

    Args:
        folder: Where; exists.
        codes: Formats whose topics `bench.<code>` are registered.
    """

    def __init__(self, folder: Path, codes: list[str]) -> None:
        self.folder, self.codes, self.landed = folder, codes, 0
        project, self.home = folder / "project", folder / "home"
        self.home.mkdir()
        copy_project(project)
        write_registry(project, registry_rows(codes, "bench"))
        self.environment = {**environment_of(project, self.home), "DBT_LOG_FORMAT_FILE": "json"}

    def land(self, records: int) -> None:
        """Land so many further records."""
        file = self.folder / "records.jsonl"
        write_file(file, bench_messages(records, self.codes, first=self.landed))
        self._call(PROJECT / "scripts" / "land", file)
        self.landed += records

    def dbt(self, *arguments: str, way: str = "warm") -> tuple[float, int]:
        """Run a dbt command as the command line does, and return its seconds and the number of its SQL statements. `way`: one of `WAYS`."""
        self.environment["ROSETTA_WARM"] = WAYS[way]
        log = self.home / "dbt" / "logs" / "dbt.log"
        log.unlink(missing_ok=True)
        began = time.monotonic()
        self._call(PROJECT / "scripts" / "bin" / "dbt", *arguments)
        seconds = time.monotonic() - began
        events = (json.loads(line)["info"]["name"] for line in log.read_text(encoding="utf-8").splitlines())
        return seconds, sum(name == "SQLQuery" for name in events)

    def stop(self) -> None:
        """End the warm session, if there is one."""
        self._call(PROJECT / "scripts" / "stop")

    def _call(self, *command: str | Path) -> None:
        done = subprocess.run([str(word) for word in command], env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"bench: {' '.join(map(str, command))} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print medians of seconds and statements."""
    parser = argparse.ArgumentParser(prog="bench commands", description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000, help="new records per command (default 1,000)")
    parser.add_argument("--formats", default="dts_canal", help="format codes separated by commas, one table each (default dts_canal)")
    parser.add_argument("--history", type=int, default=7_000, help="records that are already there (default 7,000)")
    parser.add_argument("--rounds", type=int, default=5, help="commands that count, after one warm-up (default 5)")
    options = parser.parse_args(given)
    codes = format_codes(parser, options.formats)

    with bench_folder() as folder:
        project = CommandProject(folder, codes)
        project.land(options.history)
        project.dbt("seed")
        project.dbt("run")
        costs: dict[str, list[tuple[float, int]]] = {f"{name}, {way}": [] for way in WAYS for name in COMMANDS}
        for way in WAYS:
            for number in range(options.rounds + 1):
                project.land(options.records)
                for command, words in COMMANDS.items():
                    name = f"{command}, {way}"
                    costs[name].append(project.dbt(*words, way=way))
                    CONSOLE.print(f"  round {number}: {name} {costs[name][-1][0]:.1f} s, {costs[name][-1][1]} statements")
        project.stop()
    table = Table(title=f"commands for {options.records:,} records: {options.formats}", title_justify="left")
    for name in ("median of", "seconds", "statements"):
        table.add_column(name, justify="left" if name == "median of" else "right")
    for name, all_costs in costs.items():
        seconds, statements = zip(*all_costs[1:], strict=True)
        table.add_row(name, f"{median(seconds):.1f}", f"{median(statements):.0f}")
    CONSOLE.print(table)


if __name__ == "__main__":
    main()
