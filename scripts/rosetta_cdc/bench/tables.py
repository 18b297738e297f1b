"""`scripts/bench tables` measures a round of the loop with many typed tables, few of them touched, beside these few alone, in one run."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from statistics import median

from pyspark.sql import functions as f
from rich.table import Table

from rosetta_cdc.bench import history_log
from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, measured
from rosetta_cdc.loop.counts import TableVersions, adapter_query
from rosetta_cdc.loop.project import Built, loop_folder
from rosetta_cdc.loop.registry_watch import RegistryWatch
from rosetta_cdc.loop.rounds import Rounds
from rosetta_cdc.loop.sources import NoSource
from rosetta_cdc.sandbox import Sandbox, environment_of

COLUMNS = {"id": "string", **{f"column_{number}": "string" for number in range(1, history_log.COLUMNS)}}
FIRST_ROWS = 100


class TablesBench:
    """A history of many tables in a sandbox, with a model of `cdc_table` for each of some of them.

    Args:
        sandbox: where.
        events: events of a round.
        touched: tables that they change, in turn.
    """

    def __init__(self, sandbox: Sandbox, events: int, touched: int) -> None:
        self.sandbox = sandbox
        self.events = events
        self.touched = touched
        self.length = 0
        os.environ.update(environment_of(sandbox.project, sandbox.home), DBT_PROFILES_DIR=str(sandbox.profiles))

    def begin(self, tables: int) -> None:
        """Empty everything, and make a history with some rows of each table."""
        self.sandbox.reset()
        self.sandbox.registry("")
        loop_folder().mkdir(exist_ok=True)
        self.sandbox.dbt("seed")
        self.sandbox.run_events()
        self._append(tables * FIRST_ROWS, tables)
        built = Built("bench")
        self.rounds = Rounds(
            adapter_query, TableVersions(adapter_query, None), RegistryWatch(None, NoSource(), built), built, lambda text: None
        )

    def write_models(self, numbers: Iterable[int]) -> None:
        """Write a model of `cdc_table` for each table of a number, and make all that is in the project."""
        for number in numbers:
            model = self.sandbox.project / "models" / "typed" / f"typed_{number}.sql"
            call = f"cdc_table('{history_log.SOURCE}', 'shop.t{number}', {COLUMNS}, time_zone='UTC')"
            model.write_text(f"{{{{ {call} }}}}\n", encoding="utf-8")
        self.run()

    def measure(self, name: str, rounds: int, warm_up: int) -> list[Cost]:
        """Return what rounds cost of which each has events of the touched tables, after some that do not count."""
        costs = []
        for number in range(warm_up + rounds):
            self._append(self.events, self.touched)
            cost = measured(self.sandbox.spark, self.run)
            CONSOLE.print(f"  {name}: {cost.seconds:.1f} s, CPU {cost.cpu:.1f} s{' (warm-up)' if number < warm_up else ''}")
            costs.append(cost)
        return costs[warm_up:]

    def run(self) -> None:
        """Run a round of the loop.

        Raises:
            SystemExit: It failed.
        """
        done = self.rounds.run()
        if not done.is_good:
            raise SystemExit(f"bench: {done.error or done.failed}")

    def _append(self, count: int, tables: int) -> None:
        """Append events of so many tables, in turn, to `cdc_events`."""
        name = f.concat(f.lit("t"), f.col("kafka_offset") % tables)
        changes = history_log.row_changes(self.sandbox.spark, self.length, count, None)
        history_log.append(
            changes.withColumn("table_name", name).withColumn("table_id", f.concat(f.lit(f"{history_log.SOURCE}.shop."), name))
        )
        self.length += count


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print medians, and the difference."""
    parser = argparse.ArgumentParser(prog="bench tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="typed tables (default 100)")
    parser.add_argument("--touched", type=int, default=3, help="tables touched by a round (default 3)")
    parser.add_argument("--events", type=int, default=1_000, help="events per round (default 1,000)")
    parser.add_argument("--warm-up", type=int, default=4, help="rounds before those that count (default 4)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds that count (default 5)")
    options = parser.parse_args(given)
    if not 0 < options.touched <= options.tables:
        parser.error("--touched must be a number from 1 to the number of --tables")

    names = (f"{options.touched} typed tables, all touched", f"{options.tables} typed tables, {options.touched} of them touched")
    with bench_sandbox() as sandbox:
        bench = TablesBench(sandbox, options.events, options.touched)
        bench.begin(options.tables)
        bench.write_models(range(options.touched))
        costs = {names[0]: bench.measure(names[0], options.rounds, options.warm_up)}
        bench.write_models(range(options.touched, options.tables))
        # The first round after it asks once which tables the runs have touched.
        costs[names[1]] = bench.measure(names[1], options.rounds, 2)
    table = Table(title=f"rounds of {options.events:,} events", title_justify="left")
    for name in ("median of", "seconds", "CPU seconds"):
        table.add_column(name, justify="left" if name == "median of" else "right")
    seconds = []
    for name in names:
        seconds.append(median(cost.seconds for cost in costs[name]))
        table.add_row(name, f"{seconds[-1]:.1f}", f"{median(cost.cpu for cost in costs[name]):.1f}")
    CONSOLE.print(table)
    CONSOLE.print(f"the untouched tables take [bold]{seconds[1] - seconds[0]:.1f} s[/]")


if __name__ == "__main__":
    main()
