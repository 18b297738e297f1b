"""`scripts/bench history` measures a run of the row history on histories of growing size, beside a hand-written merge, in one run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.table import Table

from rosetta_cdc.bench import handwritten_history, history_log
from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, bytes_read, land_messages, least, measured, print_ratios
from rosetta_cdc.sandbox import Sandbox

STATE = ("run", "--select", "path:models/state")
EVENTS_A_KEY = 5


@dataclass
class Runs:
    """What runs of one kind took: their costs, and the MB that the cheapest read and wrote."""

    costs: list[Cost] = field(default_factory=list)
    read: float = 0
    written: float = 0


class HistoryBench:
    """A log in a sandbox, with its history and the hand-written one.

    Args:
        sandbox: where.
        events: events of a run.
    """

    def __init__(self, sandbox: Sandbox, events: int) -> None:
        self.sandbox = sandbox
        self.spark = sandbox.spark
        self.events = events
        self.length = 0
        self.results: dict[str, Runs] = {}

    def begin(self) -> None:
        """Empty everything."""
        self.sandbox.reset()
        self.sandbox.registry("")
        self.sandbox.dbt("seed")
        self.sandbox.run_events()
        self.length = 0
        handwritten_history.create(self.spark)

    def append(self, count: int, keys: int | None, *, late_every: int = 0) -> int:
        """Append events to the log and return the number of the first."""
        first = self.length
        history_log.append(history_log.row_changes(self.spark, first, count, keys, late_every=late_every))
        self.length += count
        return first

    def truncate(self) -> None:
        """Append a TRUNCATE to the log."""
        history_log.append(history_log.table_event(self.spark, self.length))
        self.length += 1

    def fold(self) -> None:
        """Run the row history."""
        self.sandbox.dbt(*STATE)

    def measure(self, name: str, action: Callable[[], object]) -> Cost:
        """Run an action and keep its cost under a name."""
        runs = self.results.setdefault(name, Runs())
        read, written = bytes_read(self.spark), bytes_below(self.sandbox)
        cost = measured(self.spark, action)
        runs.costs.append(cost)
        if cost == least(runs.costs):
            runs.read = (bytes_read(self.spark) - read) / 1e6
            runs.written = (bytes_below(self.sandbox) - written) / 1e6
        CONSOLE.print(f"  {name}: {cost.seconds:.1f} s, CPU {cost.cpu:.1f} s")
        return cost

    def growing(self, size: int, keys: int, rounds: int) -> None:
        """Measure a full fold of so many events, then runs of events in order, then of some late ones among others.

        Args:
            size: events of the history.
            keys: of which rows the events are, on whatever history, so that all runs concern as many rows.
            rounds: runs.
        """
        label = f"on {size:,} events"
        self.begin()
        if size:
            self.append(size, keys)
            handwritten_history.apply(self.spark, 0)
        self.measure(f"full fold {label}", self.fold)
        for number in range(rounds + 1):
            suffix = label if number else f"{label} (warm-up)"
            first = self.append(self.events, keys)
            self.measure(f"run {suffix}", self.fold)
            self.measure(f"hand-written merge {suffix}", partial(handwritten_history.apply, self.spark, first))
        for _ in range(2):
            self.append(self.events, keys, late_every=100)
            self.measure(f"run with 1 in 100 late {label}", self.fold)

    def long_row(self, versions: int) -> None:
        """Measure a row of very many versions: its full fold beside that of as many events of many rows, runs, a late event."""
        for name, keys in (("many rows", versions // EVENTS_A_KEY), ("one row", 1)):
            self.begin()
            self.append(versions, keys)
            self.measure(f"full fold of {versions:,} versions of {name}", self.fold)
            self.append(1000, versions)
            self.measure(f"run of 1,000 beside {name}", self.fold)
            self.append(1, 1)
            self.measure(f"run of one event of {name}", self.fold)
        self.append(1, 1, late_every=1)
        self.measure(f"late event of a row with {versions:,} versions", self.fold)

    def truncated(self, keys: int) -> None:
        """Measure a TRUNCATE of a table with very many keys ever seen and 1,000 open ones beside a run of 1,000 changes."""
        self.begin()
        self.append(keys, None)
        self.truncate()
        self.measure(f"full fold of {keys:,} keys and a TRUNCATE", self.fold)
        for name in ("warm-up", "measured"):
            self.append(1000, None)
            self.measure(f"1,000 changes ({name})", self.fold)
            self.truncate()
            self.measure(f"TRUNCATE of 1,000 open rows ({name})", self.fold)

    def ratio(self, one: str, other: str) -> None:
        """Print how much more one cost is than another."""
        CONSOLE.print(f"{one} : {other}", end="  ")
        print_ratios(least(self.results[one].costs), least(self.results[other].costs))

    def show(self) -> None:
        """Print all that was measured."""
        table = Table(title="the row history", title_justify="left")
        for name in ("", "seconds", "CPU seconds", "MB read", "MB written"):
            table.add_column(name, justify="right" if name else "left")
        for name, runs in self.results.items():
            cost = least(runs.costs)
            table.add_row(name, f"{cost.seconds:.1f}", f"{cost.cpu:.1f}", f"{runs.read:.1f}", f"{runs.written:.1f}")
        CONSOLE.print(table)


def bytes_below(sandbox: Sandbox) -> int:
    """Return the bytes of all tables' files."""
    warehouse = Path(sandbox.spark.conf.get("spark.sql.warehouse.dir").removeprefix("file:"))
    return sum(path.stat().st_size for path in warehouse.rglob("*.parquet"))


def cost_of_parsing(sandbox: Sandbox, records: int) -> float:
    """Return the CPU seconds that a full refresh of `cdc_events` takes for a million records of the benchmark's format."""
    land_messages(sandbox, [history_log.FORMAT], records)
    sandbox.dbt("run", "--select", "+cdc_events")
    costs = [measured(sandbox.spark, lambda: sandbox.dbt("run", "--select", "cdc_events", "--full-refresh")) for _ in range(2)]
    return least(costs).cpu / records * 1e6


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print costs and ratios."""
    parser = argparse.ArgumentParser(prog="bench history", description=__doc__)
    parser.add_argument("--events", type=int, default=20_000, help="events per run (default 20,000)")
    parser.add_argument("--history", default="0,1000000,4000000", help="sizes of the history before the run (default 0,1000000,4000000)")
    parser.add_argument("--rounds", type=int, default=3, help="runs on each history; the one with the least CPU counts (default 3)")
    parser.add_argument("--versions", type=int, default=200_000, help="versions of one row; 0 skips this part (default 200,000)")
    parser.add_argument(
        "--keys", type=int, default=4_000_000, help="keys of a table that is truncated; 0 skips this part (default 4,000,000)"
    )
    parser.add_argument(
        "--records", type=int, default=100_000, help="messages parsed for comparison; 0 skips this part (default 100,000)"
    )
    options = parser.parse_args(given)
    sizes = [int(size) for size in options.history.split(",") if size]

    with bench_sandbox() as sandbox:
        bench = HistoryBench(sandbox, options.events)
        parsing = cost_of_parsing(sandbox, options.records) if options.records else 0
        for size in sizes:
            bench.growing(size, max(*sizes, options.events) // EVENTS_A_KEY, options.rounds)
        if options.versions:
            bench.long_row(options.versions)
        if options.keys:
            bench.truncated(options.keys)
    bench.show()
    for size in sizes[1:]:
        for name in ("run", "run with 1 in 100 late", "hand-written merge"):
            bench.ratio(f"{name} on {size:,} events", f"{name} on {sizes[0]:,} events")
    for size in sizes:
        bench.ratio(f"run on {size:,} events", f"hand-written merge on {size:,} events")
        if size and parsing:
            fold = least(bench.results[f"full fold on {size:,} events"].costs).cpu / size * 1e6
            CONSOLE.print(
                f"full fold of {size:,} events : parsing as many messages  CPU ratio [bold]{fold / parsing:.2f}[/]"
            )
    if options.versions:
        bench.ratio(f"full fold of {options.versions:,} versions of one row", f"full fold of {options.versions:,} versions of many rows")
        bench.ratio("run of 1,000 beside one row", "run of 1,000 beside many rows")
    if options.keys:
        bench.ratio("TRUNCATE of 1,000 open rows (measured)", "1,000 changes (measured)")


if __name__ == "__main__":
    main()
