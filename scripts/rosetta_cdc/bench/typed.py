"""`scripts/bench typed` measures building and updating a wide typed table, beside a hand-written one, in one run."""

from __future__ import annotations

import argparse
import json
from functools import partial

from pyspark.sql import functions as f
from rich.table import Table

from rosetta_cdc.bench import handwritten_typed, history_log
from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, least, measured, print_ratios
from rosetta_cdc.sandbox import Sandbox

# Type of a column -> declared type of MySQL, and SQL of a value over `number`, as DTS writes it.
KINDS = {
    "bigint": ("bigint", "cast(number * 7919 as string)"),
    "decimal(12,2)": ("decimal(12,2)", "cast(cast(number % 1000000 / 100 as decimal(12,2)) as string)"),
    "string": ("varchar(40)", "concat('text ', number % 1000)"),
    "timestamp": ("timestamp", "date_format(timestamp_seconds(1700000000 + number), 'yyyy-MM-dd HH:mm:ss')"),
    "timestamp_ntz": ("datetime", "date_format(timestamp_seconds(1700000000 + number), 'yyyy-MM-dd HH:mm:ss')"),
    "date": ("date", "cast(date_add(date'2020-01-01', cast(number % 2000 as int)) as string)"),
    "double": ("double", "cast(number / 8 as string)"),
}


class TypedBench:
    """A history in a sandbox, with a typed table of it and the hand-written one.

    Args:
        sandbox: where.
        width: columns of the table, beside its key.
    """

    def __init__(self, sandbox: Sandbox, width: int) -> None:
        self.sandbox = sandbox
        kinds = list(KINDS)
        self.columns = {f"column_{number}": kinds[number % len(kinds)] for number in range(width)}
        self.image = history_log.Image(
            {name: f.expr(KINDS[kind][1]) for name, kind in self.columns.items()},
            {name: KINDS[kind][0] for name, kind in self.columns.items()},
        )
        self.length = 0
        self.costs: dict[str, list[Cost]] = {}

    def begin(self) -> None:
        """Empty everything and write the model."""
        self.sandbox.reset()
        self.sandbox.registry("")
        self.sandbox.dbt("seed")
        self.sandbox.run_events()
        model = self.sandbox.project / "models" / "typed" / "wide.sql"
        source, _, table = history_log.TABLE_ID.partition(".")
        call = ", ".join(json.dumps(argument) for argument in (source, table, self.columns))
        model.write_text(f"{{{{ cdc_table({call}, time_zone='UTC') }}}}", encoding="utf-8")

    def fold(self, count: int, keys: int | None) -> None:
        """Append events to the log and fold them into the history."""
        history_log.append(history_log.row_changes(self.sandbox.spark, self.length, count, keys, columns=self.image))
        self.length += count
        self.sandbox.dbt("run", "--select", "path:models/state", "cdc_cast_errors")

    def build(self, *arguments: str) -> None:
        """Run the model."""
        self.sandbox.dbt("run", "--select", "wide", *arguments)

    def measure(self, name: str, action: partial) -> None:
        """Run an action and keep its cost under a name."""
        cost = measured(self.sandbox.spark, action)
        self.costs.setdefault(name, []).append(cost)
        CONSOLE.print(f"  {name}: {cost.seconds:.1f} s, CPU {cost.cpu:.1f} s")

    def check(self) -> None:
        """Check that both tables hold the same rows.

        Raises:
            SystemExit: They do not.
        """
        names = ", ".join(("row_id", *self.columns))
        for one, other in (("cdc.wide", handwritten_typed.TABLE), (handwritten_typed.TABLE, "cdc.wide")):
            if self.sandbox.spark.sql(f"select {names} from {one} except select {names} from {other}").take(1):
                raise SystemExit(f"bench: {one} has rows that {other} does not")


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print costs and ratios."""
    parser = argparse.ArgumentParser(prog="bench typed", description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000, help="rows of the table (default 200,000)")
    parser.add_argument("--columns", type=int, default=60, help="columns of the table (default 60)")
    parser.add_argument("--changes", type=int, default=5_000, help="changes per run (default 5,000)")
    parser.add_argument("--rounds", type=int, default=3, help="times that each is measured; the one with the least CPU counts (default 3)")
    options = parser.parse_args(given)
    with bench_sandbox() as sandbox:
        bench = TypedBench(sandbox, options.columns)
        bench.begin()
        bench.fold(options.rows, None)
        for _ in range(options.rounds):
            bench.measure("built in full", partial(bench.build, "--full-refresh"))
            bench.measure("hand-written, built in full", partial(handwritten_typed.create, sandbox.spark, bench.columns))
        for _ in range(options.rounds):
            bench.fold(options.changes, options.rows)
            bench.measure("a run", bench.build)
            bench.measure("hand-written merge", partial(handwritten_typed.apply, sandbox.spark, bench.columns))
        bench.check()
    table = Table(title=f"a table of {options.rows:,} rows and {options.columns} columns", title_justify="left")
    for name in ("", "seconds", "CPU seconds"):
        table.add_column(name, justify="right" if name else "left")
    best = {name: least(costs) for name, costs in bench.costs.items()}
    for name, cost in best.items():
        table.add_row(name, f"{cost.seconds:.1f}", f"{cost.cpu:.1f}")
    CONSOLE.print(table)
    for one, other in (("built in full", "hand-written, built in full"), ("a run", "hand-written merge")):
        CONSOLE.print(f"{one} : {other}", end="  ")
        print_ratios(best[one], best[other])


if __name__ == "__main__":
    main()
