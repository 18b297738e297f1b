"""`scripts/bench rounds` measures rounds of landing, events and history in a warm process, each with a few new records.

Beside each round, it measures some small queries that have nothing to do with the project, so that figures of different days compare.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from dbt.adapters.spark.session import Cursor
from rich.table import Table

from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, format_codes, land_messages, measured, yardstick
from rosetta_cdc.loop.dbt_run import QUIET
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.traffic import bench_messages

HOT_PATH = ("run", "--selector", "hot")
YARDSTICK = "yardstick: 20 small queries"


@contextmanager
def counted_statements() -> Iterator[list[str]]:
    """Yield a list that grows by each SQL statement that dbt sends to the session."""
    sent: list[str] = []
    execute = Cursor.execute

    def noted(cursor: Cursor, sql: str, *parameters: object) -> None:
        sent.append(sql)
        execute(cursor, sql, *parameters)

    Cursor.execute = noted
    try:
        yield sent
    finally:
        Cursor.execute = execute


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print medians of seconds, CPU seconds and statements of a round, with new records and with none."""
    parser = argparse.ArgumentParser(prog="bench rounds", description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000, help="new records per round (default 1,000)")
    parser.add_argument("--formats", default="dts_canal", help="format codes separated by commas, one table each (default dts_canal)")
    parser.add_argument("--history", type=int, default=5_000, help="records that are already there (default 5,000)")
    parser.add_argument("--warm-up", type=int, default=4, help="rounds before those that count (default 4)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds that count (default 7)")
    options = parser.parse_args(given)
    codes = format_codes(parser, options.formats)

    costs: dict[str, list[Cost]] = {"landing": [], "hot path": [], "hot path, nothing new": [], YARDSTICK: []}
    statements: dict[str, list[int]] = {"hot path": [], "hot path, nothing new": []}
    with bench_sandbox() as sandbox, counted_statements() as sent:
        land_messages(sandbox, codes, options.history)
        sandbox.dbt("run", "--select", "+cdc_events", "path:models/state")
        for number in range(options.warm_up + options.rounds):
            first = options.history + number * options.records
            for name, cost in costs_of_round(sandbox, codes, first, options.records, sent, statements).items():
                costs[name].append(cost)
            CONSOLE.print(f"  round {number + 1}: hot path {costs['hot path'][-1].seconds:.1f} s, CPU {costs['hot path'][-1].cpu:.1f} s")
    show(options, costs, statements)


def costs_of_round(
    sandbox: Sandbox, codes: list[str], first: int, records: int, sent: list[str], statements: dict[str, list[int]]
) -> dict[str, Cost]:
    """Land records, run the hot path for them and once more for none; return the costs and add to the numbers of statements."""
    messages = list(bench_messages(records, codes, first=first))
    costs = {"landing": measured(sandbox.spark, lambda: sandbox.land(messages))}
    for name in ("hot path", "hot path, nothing new"):
        sent.clear()
        costs[name] = measured(sandbox.spark, lambda: sandbox.dbt(*HOT_PATH, *QUIET))
        statements[name].append(len(sent))
    costs[YARDSTICK] = yardstick(sandbox.spark)
    return costs


def show(options: argparse.Namespace, costs: dict[str, list[Cost]], statements: dict[str, list[int]]) -> None:
    """Print the medians of the rounds that count."""
    table = Table(title=f"rounds of {options.records:,} records: {options.formats}", title_justify="left")
    for name in ("median of", "seconds", "CPU seconds", "statements"):
        table.add_column(name, justify="left" if name == "median of" else "right")
    for name, all_costs in costs.items():
        counted = all_costs[options.warm_up :]
        table.add_row(
            name,
            f"{median(cost.seconds for cost in counted):.1f}",
            f"{median(cost.cpu for cost in counted):.1f}",
            f"{median(statements[name][options.warm_up :]):.0f}" if name in statements else "",
        )
    CONSOLE.print(table)


if __name__ == "__main__":
    main()
